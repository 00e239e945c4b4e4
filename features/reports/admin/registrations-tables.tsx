import { useMemo } from 'react'
import { AdminTable } from '#client/admin/admin-table.tsx'
import type { TableColumn } from '#client/admin/columns.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { EventRegistrationRow, VideoAccessRow } from '#features/reports/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import type { DashboardLists } from './dashboard-lists.ts'
import { ListSection, type ShownList } from './list-section.tsx'
import {
  companyColumn,
  emailColumn,
  jobTitleColumn,
  nameColumn,
  useDateColumn,
} from './people-columns.ts'

const registeredAt = (row: EventRegistrationRow) => row.createdAt
const keyOfRegistration = ({ id }: EventRegistrationRow) => id

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
      {(list) => <EventRegistrationRows {...list} events={lists.events.data} />}
    </ListSection>
  )
}

type EventRegistrationRowsProps = ShownList<EventRegistrationRow> & {
  events: AdminEvent[] | undefined
}

function EventRegistrationRows({ list, expected, events }: EventRegistrationRowsProps) {
  const date = useDateColumn({ header: 'Date', width: 11 }, registeredAt)
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
      typeColumn,
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
      {...{ list, expected, columns, keyOf: keyOfRegistration, filter }}
    />
  )
}

const accessGivenAt = (row: VideoAccessRow) => row.createdAt
const keyOfAccess = ({ id }: VideoAccessRow) => id

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
      {(list) => <VideoAccessRows {...list} events={lists.events.data} />}
    </ListSection>
  )
}

type VideoAccessRowsProps = ShownList<VideoAccessRow> & { events: AdminEvent[] | undefined }

function VideoAccessRows({ list, expected, events }: VideoAccessRowsProps) {
  const date = useDateColumn({ header: 'Date', width: 11 }, accessGivenAt)
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
      {...{ list, expected, columns, keyOf: keyOfAccess, filter }}
    />
  )
}

/** Titles for the ids that rows hold, and the choices of a filter by event. */
function nameEvents(events: Pick<AdminEvent, 'id' | 'title'>[] = []) {
  const titles = new Map(events.map(({ id, title }) => [id, title]))
  const titleOf = (id: number) => titles.get(id) ?? `Event ${id}`
  return {
    titleOf,
    /** The events of these rows with their numbers, in the order of the events. */
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
