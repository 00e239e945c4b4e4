import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { PageHeading } from '#client/admin/page-heading.tsx'
import type { SiteData } from '#client/page/use-site.ts'
import { AdminFrame } from './admin-frame.tsx'

type ImportPageProps = { title: string; lead: string; children: ReactNode }

/** The layout of a page that imports a list: back link, description and form. */
export function ImportPage({ title, lead, children }: ImportPageProps) {
  return (
    <AdminFrame>
      <PageHeading>{title}</PageHeading>
      <p className="mt-2 max-w-reading text-muted">{lead}</p>
      <div className="mt-8">{children}</div>
    </AdminFrame>
  )
}

/** Returns the metadata of a page that imports a list: its title, and `noindex` for search engines. */
export function describeImportPage(title: string, data: SiteData | undefined): MetaDescriptor[] {
  if (!data) return []
  return [{ title: `${title} | ${data.site.series.name}` }, { name: 'robots', content: 'noindex' }]
}
