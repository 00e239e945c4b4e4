import type { ReactNode } from 'react'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'

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

/** The counts of a results card. */
export function ImportCounts({ counts }: { counts: Record<string, number> }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 @lg:grid-cols-4">
      {Object.entries(counts).map(([name, count]) => (
        <div
          key={name}
          className="flex flex-col justify-between rounded-md border border-line bg-canvas px-3 py-2.5"
        >
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="figures font-display text-heading font-semibold">
            {count.toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ImportErrorsProps = {
  errors: string[]
  /** How many are shown at most; without it all of them. */
  most?: number
}

/** What went wrong, a line for each row. */
export function ImportErrors({ errors, most = errors.length }: ImportErrorsProps) {
  const title = `Errors (${errors.length.toLocaleString('en')})`
  const more = errors.length - most
  return (
    <>
      <h3 className="mt-5 mb-2 font-sans font-semibold text-danger">{title}</h3>
      <ScrollingList label={title} className="max-h-80">
        {errors.slice(0, most).map((error) => (
          <ScrollingLine key={error}>{error}</ScrollingLine>
        ))}
        {more > 0 && (
          <ScrollingLine className="font-semibold">
            + {more.toLocaleString('en')} more errors
          </ScrollingLine>
        )}
      </ScrollingList>
    </>
  )
}
