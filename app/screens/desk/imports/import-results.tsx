import type { ReactNode } from 'react'

/** The results card of an import. */
export function ImportResults({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Import results"
      className="rounded-lg border border-line bg-surface p-4 shadow-lift sm:p-5"
    >
      <h2 className="text-subheading">Import results</h2>
      {children}
    </section>
  )
}
