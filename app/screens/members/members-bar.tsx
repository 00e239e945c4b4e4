import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Brand } from '#app/components/brand.tsx'
import { Container } from '#app/ui/section.tsx'

/** The bar above every state of the library: the series, the way back, and what the state adds. */
export function MembersBar({ children }: { children?: ReactNode }) {
  return (
    <div className="border-b border-line">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        <nav aria-label="Main" className="order-last sm:order-none sm:mr-auto">
          <Link
            to="/#upcoming-events"
            className="inline-flex min-h-11 items-center text-small font-medium text-ink hover:text-glow"
          >
            Upcoming events
          </Link>
        </nav>
        {children}
      </Container>
    </div>
  )
}
