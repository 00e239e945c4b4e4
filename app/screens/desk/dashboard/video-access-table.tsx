import { useMemo } from 'react'
import type { VideoAccessRow } from '#shared/contract/desk.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { AdminTable } from '#app/screens/desk/parts/desk-table.tsx'
import type { TableColumn } from '#app/screens/desk/parts/table-column.ts'
import { ListSection, type ShownList } from './list-section.tsx'
import { nameEvents } from './name-events.ts'
import { companyColumn, emailColumn, jobTitleColumn, nameColumn } from './person-columns.ts'
import { useDateColumn } from './use-date-column.ts'
import type { DashboardLists } from './use-desk-lists.ts'

const createdAt = (row: VideoAccessRow) => row.createdAt
const keyOf = ({ id }: VideoAccessRow) => id

/** Specification, "Admin area": Video-Only Access Users. */
export function VideoAccessTable({ lists }: { lists: DashboardLists }) {
  return (
    <ListSection
      id="video-access"
      title="Video-Only Access Users"
      what="video-only access users"
      query={lists.videoAccess}
      expected={lists.counts.data?.videoAccess}
    >
      {(list) => <Rows {...list} events={lists.events.data} />}
    </ListSection>
  )
}

type RowsProps = ShownList<VideoAccessRow> & { events: AdminEvent[] | undefined }

function Rows({ list, expected, events }: RowsProps) {
  const date = useDateColumn({ header: 'Date', width: 11 }, createdAt)
  const names = useMemo(() => nameEvents(events), [events])
  const columns = useMemo<TableColumn<VideoAccessRow>[]>(
    () => [
      nameColumn,
      emailColumn,
      companyColumn,
      jobTitleColumn,
      {
        header: 'Event Interest',
        text: ({ eventId }) => (eventId === null ? '' : names.titleOf(eventId)),
        isSearched: true,
        width: 20,
      },
      date,
    ],
    [names, date],
  )
  const filter = useMemo(
    () => ({
      label: 'Event',
      all: 'All events',
      options: [...names.options(list.rows), { value: 'none', label: 'Without an event' }],
      valueOf: ({ eventId }: VideoAccessRow) => String(eventId ?? 'none'),
    }),
    [names, list.rows],
  )
  return (
    <AdminTable
      label="Video-only access users"
      fileName="video-only-access"
      empty="No video-only access users found."
      {...{ list, expected, columns, keyOf, filter }}
    />
  )
}
