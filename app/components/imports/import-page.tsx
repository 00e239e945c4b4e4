import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { DeskBar } from '#app/components/desk/desk-bar.tsx'
import type { SiteData } from '#app/components/use-site.ts'
import { Container } from '#app/ui/section.tsx'

type ImportPageProps = { title: string; lead: string; children: ReactNode }

/** The frame of an import's own page: the way back, what it is, and the import. */
export function ImportPage({ title, lead, children }: ImportPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <DeskBar />
      <main id="main" className="pool grow pb-16">
        <Container className="py-8 sm:py-10">
          <h1 className="text-heading">{title}</h1>
          <p className="mt-2 max-w-reading text-muted">{lead}</p>
          <div className="mt-8">{children}</div>
        </Container>
      </main>
    </div>
  )
}

/** Title of an import's page; kept out of search results. */
export function describeImportPage(title: string, data: SiteData | undefined): MetaDescriptor[] {
  if (!data) return []
  return [{ title: `${title} | ${data.site.series.name}` }, { name: 'robots', content: 'noindex' }]
}
