import { dayInZone, eventStart, type EventTimes } from './event-time.ts'

/**
 * The step that usually comes next for an event as it is stored: the one obvious button. Completing it is
 * that only once it has begun. Specification, "Admin area".
 */
export function nextMove(event: EventTimes, now: Date, timeZone: string) {
  if (event.cancelledAt) return 'restore'
  if (event.status === 'pre_registration') return 'upcoming'
  return event.status === 'upcoming' && hasBegun(event, now, timeZone) ? 'completed' : undefined
}

function hasBegun(event: EventTimes, now: Date, timeZone: string) {
  const start = eventStart(event)
  if (start) return start <= now
  return event.eventDate !== null && event.eventDate <= dayInZone(now, timeZone)
}
