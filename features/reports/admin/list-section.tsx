import type { ReactNode } from 'react'
import { serverMessage } from '#client/api/call.ts'
import type { ArrivingList } from '#client/api/list-query.ts'
import { Button } from '#client/ui/button.tsx'

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

type LoadFailureProps = {
  /** What was asked for, as in "The numbers could not be loaded." */
  what: string
  /** After how many rows a list broke off, whose beginning is shown. */
  cutAt?: number
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Says what is missing and why, and asks again. */
export function LoadFailure({ what, query, cutAt }: LoadFailureProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>
        {cutAt === undefined
          ? `The ${what} could not be loaded.`
          : `The ${what} are incomplete: they broke off after ${cutAt.toLocaleString('en-GB')} rows.`}{' '}
        {serverMessage(query.error) ?? 'Please check your connection.'}
      </p>
      <Button
        variant="secondary"
        className="text-small!"
        pending={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  )
}
