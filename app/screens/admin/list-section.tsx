import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'

type ListSectionProps<Row> = {
  id: string
  title: string
  /** As in "The registrations could not be loaded." */
  what: string
  query: {
    data: Row[] | undefined
    error: Error | null
    isError: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  children: (rows: Row[]) => ReactNode
}

/** A table's section with its heading, and what is said when its rows could not be loaded. */
export function ListSection<Row>({ id, title, what, query, children }: ListSectionProps<Row>) {
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="mb-4 text-heading">
        {title}
      </h2>
      {query.isError && <LoadFailure what={what} query={query} />}
      {query.data && children(query.data)}
    </section>
  )
}
