import { MembersBar } from './members-bar.tsx'

/** The whole page while it is not yet known who is asking. */
export function Waiting({ children }: { children: string }) {
  return (
    <div className="on-stage flex min-h-dvh flex-col">
      <header>
        <MembersBar />
      </header>
      <main id="main" className="pool grid grow place-items-center px-gutter py-16">
        <h1 className="sr-only">Innovation Interview Library</h1>
        <output className="flex items-center gap-3 text-lead">
          <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
          {children}
        </output>
        <noscript>
          The library needs JavaScript: please switch it on and load the page again.
        </noscript>
      </main>
    </div>
  )
}
