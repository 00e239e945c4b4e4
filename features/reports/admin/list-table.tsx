import type { ComponentProps } from 'react'
import { AdminTable } from '#client/admin/admin-table.tsx'
import { serverMessage } from '#client/api/call.ts'
import type { ArrivingList } from '#client/api/list-query.ts'
import { Button } from '#client/ui/button.tsx'

type ListTableProps<Row> = Omit<ComponentProps<typeof AdminTable<Row>>, 'list'> & {
  id: string
  title: string
  /** Subject of the error: "The registrations could not be loaded." */
  what: string
  query: {
    data: ArrivingList<Row> | undefined
    error: Error | null
    isError: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
}

/** Renders a table with heading, and a notice if not all rows could be loaded. */
export function ListTable<Row>({ id, title, what, query, ...table }: ListTableProps<Row>) {
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
      {list && <AdminTable list={list} {...table} />}
    </section>
  )
}

type LoadFailureProps = {
  /** Subject of the error: "The numbers could not be loaded." */
  what: string
  /** Number of rows that arrived before the list broke off. */
  cutAt?: number
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shows what could not be loaded and why, with a retry button. */
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
