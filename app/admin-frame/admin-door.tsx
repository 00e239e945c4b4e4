import type { ReactNode } from 'react'
import { Brand } from '#client/page/site-header.tsx'
import { Container } from '#client/ui/section.tsx'

/** The admin area while it holds one thing only, in the middle. */
export function AdminDoor({ children }: { children: ReactNode }) {
  return (
    <div className="on-stage flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <Container className="py-2">
          <Brand />
        </Container>
      </header>
      <main id="main" className="pool grid grow place-items-center px-3 py-10">
        {children}
      </main>
    </div>
  )
}
