import type { ReactNode } from 'react'
import type { ArrivingList } from '#app/api/list-query.ts'
import { LoadFailure } from '#app/screens/desk/parts/load-failure.tsx'

/** What has arrived of a list, and how many rows there are by the counts. */
export type ShownList<Row> = { list: ArrivingList<Row>; expected: number | undefined }

type ListSectionProps<Row> = {
  id: string
  title: string
  /** As in "The registrations could not be loaded." */
  what: string
  query: {
    data: ArrivingList<Row> | undefined
    error: Error | null
    isError: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  expected: number | undefined
  children: (shown: ShownList<Row>) => ReactNode
}

/** A table's section with its heading, and what is said when not all of its rows could be loaded. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { id, title, what, query, expected, children } = props
  const list = query.data
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className="mb-4 text-heading">
        {title}
      </h2>
      {query.isError && (
        <LoadFailure
          what={what}
          query={query}
          cutAt={list?.isComplete ? undefined : list?.rows.length}
        />
      )}
      {!list && !query.isError && <output className="text-muted">Loading {what}...</output>}
      {list && children({ list, expected })}
    </section>
  )
}
