import type { ReactNode } from 'react'
import { Container } from '#app/ui/section.tsx'
import { DeskHeader } from './desk-header.tsx'
import { DeskNav } from './desk-nav.tsx'
import { useKeptPlace } from './use-kept-place.ts'

/** What stands around every room: whose desk it is, the way out, and the way to every other room. */
export function DeskFrame({ children }: { children: ReactNode }) {
  useKeptPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <DeskHeader />
      <DeskNav />
      <main id="main" className="grow pt-7 pb-20 sm:pt-10">
        <Container>{children}</Container>
      </main>
    </div>
  )
}
