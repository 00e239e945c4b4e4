import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { EventMove } from '#kernel/values.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { useEventsChanged } from './change-status.ts'
import { reports, eventChecks } from './event-queries.ts'
import { type EventGroup, groupEvents } from './event-order.ts'
import { EventRow } from './event-row.tsx'
import { StatusChangeDialog } from './status-change-dialog.tsx'

const shownAtFirst = 5

type EventGroupsProps = {
  events: AdminEvent[]
  /** The list's heading, which takes the focus if the focused event disappears from the list. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Shows the events in groups, such as Upcoming and Completed, and the dialog for changing an event's status. */
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
    // Keep the focus on the event whose status changed: it is now in another group. If it has left the list, focus the
    // heading.
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

type Registered = { eventId: number; people: number }

/** Returns the sum of registrations of these events; 0 while the numbers load. */
export function countRegistrations(
  figures: { registered: Registered[] } | undefined,
  eventIds: number[],
): number {
  const those = (figures?.registered ?? []).filter(({ eventId }) => eventIds.includes(eventId))
  return those.reduce((sum, { people }) => sum + people, 0)
}
