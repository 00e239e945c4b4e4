import type { ComponentProps } from 'react'
import { AdminTable } from '#client/admin/admin-table.tsx'
import { serverMessage } from '#client/api/call.ts'
import type { ArrivingList } from '#client/api/list-query.ts'
import { Button } from '#client/ui/button.tsx'

type ListTableProps<Row> = Omit<ComponentProps<typeof AdminTable<Row>>, 'list'> & {
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
}

/** A table with its heading, and what is said when not all of its rows could be loaded. */
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
