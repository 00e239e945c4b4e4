import type { MetaArgs, MetaDescriptor } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { findPlace } from './admin-entries.ts'

/** Names of pages that share a section with another page. */
const ownNames: Record<string, string> = { '/admin/settings/api-keys': 'API keys' }

/** The `meta` function of pages with sections: each section has a title of its own, such as `Sent – Email | …`. */
export function describeSection(args: MetaArgs): MetaDescriptor[] {
  const { pathname } = args.location
  const { entry, section } = findPlace(pathname)
  // The server renders one document for all sections of an entry, at `/-`.
  const name = pathname.endsWith('/-') ? undefined : (ownNames[pathname] ?? section?.name)
  return describeAdminPage(name && entry ? `${name} – ${entry.name}` : entry?.name)(args)
}
