import type { AdminEvent } from '#kernel/event-shapes.ts'
import { eventStart } from '#kernel/event-time.ts'

export type EventGroup = { name: string; events: AdminEvent[] }

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

/** Groups all events by status: upcoming ones first, in the home page's order, cancelled ones last. */
export function groupEvents(events: AdminEvent[]): EventGroup[] {
  const held = events.filter(({ cancelledAt }) => cancelledAt === null)
  const of = (status: AdminEvent['status']) => held.filter((event) => event.status === status)
  const ahead = of('pre_registration')
  const cancelled = events.filter(({ cancelledAt }) => cancelledAt !== null)
  return [
    { name: 'Upcoming', events: of('upcoming').sort(soonestFirst) },
    { name: 'Pre-registration', events: ahead.filter(isDated).sort(soonestFirst) },
    {
      name: 'Date not fixed',
      events: ahead.filter((event) => !isDated(event)).sort(soonestFirst),
    },
    { name: 'Completed', events: of('completed').sort(newestFirst) },
    { name: 'Cancelled', events: cancelled.sort(newestFirst) },
  ].filter((group) => group.events.length > 0)
}
