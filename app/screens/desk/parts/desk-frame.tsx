import type { ReactNode } from 'react'
import { Container } from '#app/ui/section.tsx'
import { AdminHeader } from './desk-header.tsx'
import { AdminNav } from './desk-nav.tsx'
import { useKeptPlace } from './use-kept-place.ts'

/** What stands around every room: whose admin area it is, the way out, and the way to every other room. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useKeptPlace()
  return (
    <div className="flex min-h-dvh flex-col">
      <AdminHeader />
      <AdminNav />
      <main id="main" className="grow pt-7 pb-20 sm:pt-10">
        <Container>{children}</Container>
      </main>
    </div>
  )
}
