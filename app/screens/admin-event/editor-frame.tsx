import type { ReactNode } from 'react'
import { DeskBar } from '#app/components/desk/desk-bar.tsx'
import { Container } from '#app/ui/section.tsx'

/** The editor's page with the way back to the desk. */
export function EditorFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <DeskBar />
      <main id="main" className="grow pt-8 sm:pt-10">
        <Container>{children}</Container>
      </main>
    </div>
  )
}
