import type { ReactNode } from 'react'
import { DrawnPicture } from '#app/ui/drawn-picture.tsx'
import { Brand } from './brand.tsx'

/** A page that a link in a mail leads to: one thing to read, one thing to press. */
export function LetterPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="on-stage relative isolate flex min-h-dvh flex-col overflow-hidden px-gutter py-6">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <div className="absolute inset-0 -z-10 opacity-50">
        <DrawnPicture />
      </div>
      <Brand />
      <div className="grid grow place-items-center">
        <div className="w-full max-w-reading py-12 text-center" aria-live="polite">
          <h1 className="text-heading [overflow-wrap:anywhere]" dir="auto">
            {title}
          </h1>
          <div className="mt-5 grid justify-items-center gap-5 text-lead">{children}</div>
        </div>
      </div>
      <noscript>
        <p className="pb-8 text-center">Please switch JavaScript on to use this link.</p>
      </noscript>
    </main>
  )
}
