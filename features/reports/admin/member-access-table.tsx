import { useMemo } from 'react'
import type { TableColumn } from '#client/admin/columns.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { RegistrantAccessRow } from '#features/reports/contract.ts'
import type { DashboardLists } from './dashboard-lists.ts'
import { ListTable } from './list-table.tsx'
import { companyColumn, emailColumn, nameColumn, useDateColumn } from './people-columns.ts'

const lastAccess = (row: RegistrantAccessRow) => row.lastAccess
const keyOf = ({ email }: RegistrantAccessRow) => email

const status: TableColumn<RegistrantAccessRow> = {
  header: 'Status',
  text: ({ hasAccessed }) => (hasAccessed ? 'Accessed' : 'Not Accessed'),
  cell: ({ hasAccessed }) =>
    hasAccessed ? <Badge tone="success">Accessed</Badge> : <Badge>Not Accessed</Badge>,
  width: 13,
}

function count(
  header: string,
  countOf: (row: RegistrantAccessRow) => number,
): TableColumn<RegistrantAccessRow> {
  return {
    header,
    text: (row) => String(countOf(row)),
    cell: (row) => countOf(row).toLocaleString('en-GB'),
    sortKey: countOf,
    isNumber: true,
    width: 14,
  }
}
const watches = count('Video Watches', ({ videoWatches }) => videoWatches)
const visits = count('Total Visits', ({ totalVisits }) => totalVisits)

/** Renders the Member Access Breakdown. */
export function MemberAccessTable({ lists }: { lists: DashboardLists }) {
  const last = useDateColumn({ header: 'Last Access', width: 12, none: 'Never' }, lastAccess)
  const columns = useMemo(
    () => [nameColumn, emailColumn, companyColumn, status, last, watches, visits],
    [last],
  )
  return (
    <ListTable
      id="member-access"
      title="Member Access Breakdown"
      what="member access"
      query={lists.registrantAccess}
      expected={lists.counts.data?.people}
      label="Member access"
      fileName="member-access"
      empty="No access data available yet."
      {...{ columns, keyOf }}
    />
  )
}
