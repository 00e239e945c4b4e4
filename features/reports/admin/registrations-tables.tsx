import { useMemo } from 'react'
import type { TableColumn } from '#client/admin/columns.ts'
import { Badge } from '#client/ui/badge.tsx'
import type {
  EventRegistrationRow,
  RegistrationRow,
  VideoAccessRow,
} from '#features/reports/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { DashboardLists } from './dashboard-lists.ts'
import { ListTable } from './list-table.tsx'
import {
  companyColumn,
  emailColumn,
  jobTitleColumn,
  nameColumn,
  useDateColumn,
} from './people-columns.ts'

const keyOf = ({ id }: { id: number }) => id
const createdAt = (row: { createdAt: string }) => row.createdAt
const dateColumn = { header: 'Date', width: 11 }

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

export function RegistrationsTable({ lists }: { lists: DashboardLists }) {
  const date = useDateColumn<RegistrationRow>(dateColumn, createdAt)
  const columns = useMemo(
    () => [nameColumn, emailColumn, companyColumn, jobTitleColumn, interests, updates, date],
    [date],
  )
  return (
    <ListTable
      id="registrations"
      title="All Registrations"
      what="registrations"
      query={lists.registrations}
      expected={lists.counts.data?.registrations}
      label="All registrations"
      fileName="all-registrations"
      empty="No registrations yet."
      {...{ columns, keyOf }}
    />
  )
}

const typeColumn: TableColumn<EventRegistrationRow> = {
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

export function EventRegistrationsTable({ lists }: { lists: DashboardLists }) {
  const date = useDateColumn<EventRegistrationRow>(dateColumn, createdAt)
  const { titleOf, filter } = useEventFilter<EventRegistrationRow>(lists, lists.eventRegistrations)
  const columns = useMemo<TableColumn<EventRegistrationRow>[]>(
    () => [
      nameColumn,
      emailColumn,
      { header: 'Event', text: ({ eventId }) => titleOf(eventId), isSearched: true, width: 17 },
      companyColumn,
      jobTitleColumn,
      typeColumn,
      date,
    ],
    [titleOf, date],
  )
  return (
    <ListTable
      id="event-registrations"
      title="Event Registrations by Event"
      what="event registrations"
      query={lists.eventRegistrations}
      expected={lists.counts.data?.eventRegistrations}
      label="Event registrations"
      fileName="registrations-by-event"
      empty="No event registrations found."
      {...{ columns, keyOf, filter }}
    />
  )
}

const withoutEvent = { value: 'none', label: 'Without an event' }

export function VideoAccessTable({ lists }: { lists: DashboardLists }) {
  const date = useDateColumn<VideoAccessRow>(dateColumn, createdAt)
  const { titleOf, filter } = useEventFilter<VideoAccessRow>(lists, lists.videoAccess, withoutEvent)
  const columns = useMemo<TableColumn<VideoAccessRow>[]>(
    () => [
      nameColumn,
      emailColumn,
      companyColumn,
      jobTitleColumn,
      {
        header: 'Event Interest',
        text: ({ eventId }) => (eventId === null ? '' : titleOf(eventId)),
        isSearched: true,
        width: 20,
      },
      date,
    ],
    [titleOf, date],
  )
  return (
    <ListTable
      id="video-access"
      title="Video-Only Access Users"
      what="video-only access users"
      query={lists.videoAccess}
      expected={lists.counts.data?.videoAccess}
      label="Video-only access users"
      fileName="video-only-access"
      empty="No video-only access users found."
      {...{ columns, keyOf, filter }}
    />
  )
}

/** Returns the event titles of rows and a filter by event; rows without an event come last. */
function useEventFilter<Row extends { eventId: number | null }>(
  { events: { data: events } }: DashboardLists,
  { data: list }: { data: { rows: Row[] } | undefined },
  none?: { value: string; label: string },
) {
  const names = useMemo(() => nameEvents(events), [events])
  const filter = useMemo(
    () => ({
      label: 'Event',
      all: 'All events',
      options: [...names.options(list?.rows ?? []), ...(none ? [none] : [])],
      valueOf: ({ eventId }: Row) => String(eventId ?? 'none'),
    }),
    [names, list?.rows, none],
  )
  return { titleOf: names.titleOf, filter }
}

/** Returns titles by event id, and the options of a filter. */
function nameEvents(events: Pick<AdminEvent, 'id' | 'title'>[] = []) {
  const titles = new Map(events.map(({ id, title }) => [id, title]))
  const titleOf = (id: number) => titles.get(id) ?? `Event ${id}`
  return {
    titleOf,
    /** Returns the events of these rows with their counts, in the order of the events. */
    options(rows: { eventId: number | null }[]) {
      const counts = new Map<number, number>()
      for (const { eventId } of rows) {
        if (eventId !== null) counts.set(eventId, (counts.get(eventId) ?? 0) + 1)
      }
      const known = events.map(({ id }) => id).filter((id) => counts.has(id))
      const ids = new Set([...known, ...counts.keys()])
      return [...ids].map((id) => ({
        value: String(id),
        label: `${titleOf(id)} (${counts.get(id)?.toLocaleString('en-GB')})`,
      }))
    },
  }
}
