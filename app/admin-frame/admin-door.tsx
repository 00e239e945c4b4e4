import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '#client/page/site-header.tsx'
import { Container } from '#client/ui/section.tsx'

/** A page of the admin area with a single centred card. */
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

type AdminCardProps = {
  title: string
  /** Whether the title takes the focus, also when it changes, so that screen readers read it out. */
  focusesTitle?: boolean
  children: ReactNode
}

/** A centred card: a login or a step of a process. */
export function AdminCard({ title, focusesTitle = false, children }: AdminCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef('')
  useEffect(() => {
    if (!focusesTitle || shown.current === title) return
    shown.current = title
    heading.current?.focus({ preventScroll: true })
  }, [focusesTitle, title])
  return (
    <AdminDoor>
      <div className="w-full max-w-md rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10">
        <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
          {title}
        </h1>
        {children}
      </div>
    </AdminDoor>
  )
}
