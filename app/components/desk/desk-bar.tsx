import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Brand } from '#app/components/brand.tsx'
import { Container } from '#app/ui/section.tsx'

/** The head of a page beside the dashboard: the series, and the way back. */
export function DeskBar() {
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
