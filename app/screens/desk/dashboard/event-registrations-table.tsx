import { useMemo } from 'react'
import type { EventRegistrationRow } from '#shared/contract/desk.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { AdminTable } from '#app/screens/desk/parts/desk-table.tsx'
import type { TableColumn } from '#app/screens/desk/parts/table-column.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ListSection, type ShownList } from './list-section.tsx'
import { companyColumn, emailColumn, jobTitleColumn, nameColumn } from './person-columns.ts'
import { nameEvents } from './name-events.ts'
import { useDateColumn } from './use-date-column.ts'
import type { DashboardLists } from './use-desk-lists.ts'

const createdAt = (row: EventRegistrationRow) => row.createdAt
const keyOf = ({ id }: EventRegistrationRow) => id

const type: TableColumn<EventRegistrationRow> = {
  header: 'Type',
  text: ({ registrationType }) =>
    registrationType === 'confirmed' ? 'confirmed' : 'pre-registration',
  cell: ({ registrationType }) =>
    registrationType === 'confirmed' ? (
      <Badge tone="success">confirmed</Badge>
    ) : (
      <Badge>pre-registration</Badge>
    ),
  width: 12,
}

/** Specification, "Admin area": Event Registrations by Event. */
export function EventRegistrationsTable({ lists }: { lists: DashboardLists }) {
  return (
    <ListSection
      id="event-registrations"
      title="Event Registrations by Event"
      what="event registrations"
      query={lists.eventRegistrations}
      expected={lists.counts.data?.eventRegistrations}
    >
      {(list) => <Rows {...list} events={lists.events.data} />}
    </ListSection>
  )
}

type RowsProps = ShownList<EventRegistrationRow> & { events: AdminEvent[] | undefined }

function Rows({ list, expected, events }: RowsProps) {
  const date = useDateColumn({ header: 'Date', width: 11 }, createdAt)
  const names = useMemo(() => nameEvents(events), [events])
  const columns = useMemo<TableColumn<EventRegistrationRow>[]>(
    () => [
      nameColumn,
      emailColumn,
      {
        header: 'Event',
        text: ({ eventId }) => names.titleOf(eventId),
        isSearched: true,
        width: 17,
      },
      companyColumn,
      jobTitleColumn,
      type,
      date,
    ],
    [names, date],
  )
  const filter = useMemo(
    () => ({
      label: 'Event',
      all: 'All events',
      options: names.options(list.rows),
      valueOf: ({ eventId }: EventRegistrationRow) => String(eventId),
    }),
    [names, list.rows],
  )
  return (
    <AdminTable
      label="Event registrations"
      fileName="registrations-by-event"
      empty="No event registrations found."
      {...{ list, expected, columns, keyOf, filter }}
    />
  )
}
