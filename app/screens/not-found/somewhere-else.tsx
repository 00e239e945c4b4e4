import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { DrawnPicture } from '#app/ui/drawn-picture.tsx'

/** A page that is not the one that was wanted; it relies on nothing that could be missing. */
export function SomewhereElse({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="on-stage relative isolate grid min-h-dvh place-items-center overflow-hidden px-gutter">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="absolute inset-0 -z-10 opacity-60">
        <DrawnPicture />
      </div>
      <div className="max-w-reading py-16 text-center">
        <h1 className="text-title">{title}</h1>
        <p className="mt-4 text-lead">{children}</p>
        <ButtonLink size="large" href="/" className="mt-8">
          Back to the series
        </ButtonLink>
      </div>
    </main>
  )
}
