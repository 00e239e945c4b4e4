import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { EventMove } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { eventStart } from '#kernel/event-time.ts'
import { useEventsChanged } from './change-status.ts'
import { reports, eventChecks } from './event-queries.ts'
import { EventRow } from './event-row.tsx'
import { StatusChangeDialog } from './status-change-dialog.tsx'

/** Of a long archive only the newest are shown until the rest is asked for. */
const shownAtFirst = 5

type EventGroupsProps = {
  events: AdminEvent[]
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The events by what is next for them, and the dialog of the one that is being moved. */
export function EventGroups({ events, heading }: EventGroupsProps) {
  const { data: checked } = useQuery(eventChecks)
  const { data: figures } = useQuery(reports)
  const [moving, setMoving] = useState<{ id: number; move: EventMove | undefined }>()
  const eventsChanged = useEventsChanged()
  const justMoved = useRef<number>(undefined)
  const shown = useRef(events)
  const moved = events.find(({ id }) => id === moving?.id)

  function registrationsOf({ id }: AdminEvent) {
    return figures ? countRegistrations(figures, [id]) : null
  }

  function finish(id: number) {
    setMoving(undefined)
    justMoved.current = id
    void eventsChanged()
  }

  useEffect(() => {
    if (shown.current === events) return
    shown.current = events
    if (justMoved.current === undefined) return
    // The row stands elsewhere now, or nowhere.
    const row = document.querySelector<HTMLElement>(`#desk-event-${justMoved.current}`)
    justMoved.current = undefined
    ;(row ?? heading.current)?.focus()
  })

  return (
    <>
      {groupEvents(events).map((group) => (
        <Group key={group.name} group={group}>
          {(event) => (
            <EventRow
              event={event}
              checks={checked?.find(({ eventId }) => eventId === event.id)?.checks}
              registrations={registrationsOf(event)}
              onMove={(move) => setMoving({ id: event.id, move })}
            />
          )}
        </Group>
      ))}
      {moving && moved && (
        <StatusChangeDialog
          event={moved}
          move={moving.move}
          onDone={() => finish(moved.id)}
          onClose={() => setMoving(undefined)}
        />
      )}
    </>
  )
}

function Group(props: { group: EventGroup; children: (event: AdminEvent) => React.ReactNode }) {
  const { name, events } = props.group
  const [isWhole, setIsWhole] = useState(false)
  const shown =
    isWhole || events.length <= shownAtFirst + 1 ? events : events.slice(0, shownAtFirst)
  return (
    <section aria-label={`${name} events`} className="mt-8">
      <h2 className="flex items-baseline gap-2 border-b border-line pb-2 text-subheading">
        {name}
        <span className="font-sans text-small font-semibold text-muted figures">
          {events.length}
        </span>
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((event) => (
          <li key={event.id}>{props.children(event)}</li>
        ))}
      </ul>
      {shown.length < events.length && (
        <Button variant="secondary" className="mt-2 text-small!" onClick={() => setIsWhole(true)}>
          Show all {events.length} {name.toLowerCase()} events
        </Button>
      )}
    </section>
  )
}

type EventGroup = { name: string; events: AdminEvent[] }

const never = Number.MAX_SAFE_INTEGER

function startOf(event: AdminEvent) {
  return eventStart(event)?.getTime() ?? Date.parse(event.eventDate ?? '')
}

function soonestFirst(one: AdminEvent, other: AdminEvent) {
  return (
    one.priority - other.priority ||
    (startOf(one) || never) - (startOf(other) || never) ||
    one.id - other.id
  )
}

function newestFirst(one: AdminEvent, other: AdminEvent) {
  return (startOf(other) || 0) - (startOf(one) || 0) || other.id - one.id
}

function isDated(event: AdminEvent) {
  return event.eventDate !== null || eventStart(event) !== undefined
}

/** All events as an organiser looks for them: what is next first, in the landing page's order. */
function groupEvents(events: AdminEvent[]): EventGroup[] {
  const held = events.filter(({ cancelledAt }) => cancelledAt === null)
  const of = (status: AdminEvent['status']) => held.filter((event) => event.status === status)
  const ahead = of('pre_registration')
  const cancelled = events.filter(({ cancelledAt }) => cancelledAt !== null)
  return [
    { name: 'Upcoming', events: of('upcoming').toSorted(soonestFirst) },
    { name: 'Pre-registration', events: ahead.filter(isDated).toSorted(soonestFirst) },
    {
      name: 'Date not fixed',
      events: ahead.filter((event) => !isDated(event)).toSorted(soonestFirst),
    },
    { name: 'Completed', events: of('completed').toSorted(newestFirst) },
    { name: 'Cancelled', events: cancelled.toSorted(newestFirst) },
  ].filter((group) => group.events.length > 0)
}

type EventDays = { eventId: number; days: { confirmed: number; preRegistered: number }[] }

/** How many registrations the events have together; 0 until the figures are there. */
export function countRegistrations(
  figures: { registrations: EventDays[] } | undefined,
  eventIds: number[],
): number {
  const days = (figures?.registrations ?? [])
    .filter(({ eventId }) => eventIds.includes(eventId))
    .flatMap((event) => event.days)
  return days.reduce((sum, { confirmed, preRegistered }) => sum + confirmed + preRegistered, 0)
}
