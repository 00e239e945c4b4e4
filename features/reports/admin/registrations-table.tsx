import { useMemo } from 'react'
import { AdminTable } from '#client/admin/admin-table.tsx'
import type { TableColumn } from '#client/admin/columns.ts'
import type { RegistrationRow } from '#features/reports/contract.ts'
import type { DashboardLists } from './dashboard-lists.ts'
import { ListSection, type ShownList } from './list-section.tsx'
import {
  companyColumn,
  emailColumn,
  jobTitleColumn,
  nameColumn,
  useDateColumn,
} from './people-columns.ts'

const createdAt = (row: RegistrationRow) => row.createdAt
const keyOf = ({ id }: RegistrationRow) => id

const interests: TableColumn<RegistrationRow> = {
  header: 'Interests',
  text: (row) => row.interests.join(', '),
  isSearched: true,
  width: 18,
}
const updates: TableColumn<RegistrationRow> = {
  header: 'Updates',
  text: ({ receiveUpdates }) => (receiveUpdates ? 'Yes' : 'No'),
  width: 9,
}

/** Specification, "Admin area": All Registrations. */
export function RegistrationsTable({ lists }: { lists: DashboardLists }) {
  return (
    <ListSection
      id="registrations"
      title="All Registrations"
      what="registrations"
      query={lists.registrations}
      expected={lists.counts.data?.registrations}
    >
      {(list) => <Rows {...list} />}
    </ListSection>
  )
}

function Rows({ list, expected }: ShownList<RegistrationRow>) {
  const date = useDateColumn({ header: 'Date', width: 11 }, createdAt)
  const columns = useMemo(
    () => [nameColumn, emailColumn, companyColumn, jobTitleColumn, interests, updates, date],
    [date],
  )
  return (
    <AdminTable
      label="All registrations"
      fileName="all-registrations"
      empty="No registrations yet."
      {...{ list, expected, columns, keyOf }}
    />
  )
}
