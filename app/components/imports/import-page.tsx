import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type MetaDescriptor } from 'react-router'
import { Brand } from '#app/components/brand.tsx'
import type { SiteData } from '#app/components/use-site.ts'
import { Container } from '#app/ui/section.tsx'

type ImportPageProps = { title: string; lead: string; children: ReactNode }

/** The frame of an import's own page: the way back, what it is, and the import. */
export function ImportPage({ title, lead, children }: ImportPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ImportBar />
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

function ImportBar() {
  return (
    <header className="on-stage border-b border-line">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        <nav aria-label="Main">
          <Link
            to="/admin"
            className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-ink hover:text-glow"
          >
            <ArrowLeft aria-hidden size={16} />
            Admin Dashboard
          </Link>
        </nav>
      </Container>
    </header>
  )
}

/** Title of an import's page; kept out of search results. */
export function describeImportPage(title: string, data: SiteData | undefined): MetaDescriptor[] {
  if (!data) return []
  return [{ title: `${title} | ${data.site.series.name}` }, { name: 'robots', content: 'noindex' }]
}
