import type { MetaArgs, MetaDescriptor } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { findPlace } from './admin-entries.ts'

/** Titles, by path, of pages that are not the main page of their section. */
const ownNames: Record<string, string> = { '/admin/settings/api-keys': 'API keys' }

/** Returns the metadata of a page of the admin area; its title names section and entry, such as `Sent – Email | …`. */
export function describeSection(args: MetaArgs): MetaDescriptor[] {
  const { pathname } = args.location
  const { entry, section } = findPlace(pathname)
  // During server rendering, `/-` replaces the section in the path, because all sections of an entry share one cached
  // document. Its title therefore names no section.
  const name = pathname.endsWith('/-') ? undefined : (ownNames[pathname] ?? section?.name)
  return describeAdminPage(name && entry ? `${name} – ${entry.name}` : entry?.name)(args)
}
