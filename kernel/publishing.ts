import {
  effectiveStatus,
  eventStart,
  type EventTimes,
  parseInstant,
  type TimeContext,
} from './event-time.ts'

/** In the place of a moment, of an event that is a draft until somebody publishes it. */
export const unscheduled = 'draft'

/** From when on visitors see an event: none where it is published, a moment, or `unscheduled`. */
export type PublishAt = Date | typeof unscheduled | null

/**
 * Whether visitors see an event and anybody is told of it. Nothing of an unpublished one is in a public call,
 * page, feed or mail. Its twin for lists that SQL filters: `isPublishedAt` of schema/events.ts.
 */
export function isPublished({ publishAt }: Pick<EventTimes, 'publishAt'>, now: Date): boolean {
  if (!publishAt) return true
  const moment = appearsAt({ publishAt })
  return moment !== undefined && moment <= now
}

/** The same as it is stored, of what a call or a row in JSON says; undefined where that says nothing. */
export function readPublishAt(text: string | null | undefined): PublishAt | undefined {
  return text === unscheduled || !text ? (text as PublishAt | undefined) : new Date(text)
}

/** The moment at which an event appears by itself; none of one that waits for nothing, or for somebody. */
export function appearsAt({ publishAt }: Pick<EventTimes, 'publishAt'>): Date | undefined {
  return publishAt instanceof Date ? publishAt : parseInstant(publishAt ?? null)
}

/** Whether it takes registrations: it is published and upcoming, neither cancelled nor over. */
export function isOpen(event: EventTimes, { now, timeZone }: TimeContext): boolean {
  if (!isPublished(event, now)) return false
  return !event.cancelledAt && effectiveStatus(event, now, timeZone) === 'upcoming'
}

/**
 * Its start once it is open and its date confirmed: from then on mails about the date and seats
 * follow.
 */
export function confirmedStart(event: EventTimes & { dateConfirmed: boolean }) {
  return event.status === 'upcoming' && event.dateConfirmed ? eventStart(event) : undefined
}

/** The start that an open event's people wait for; none while it is not confirmed, or past. */
export function awaitedStart(
  event: EventTimes & { dateConfirmed: boolean },
  time: TimeContext,
): Date | undefined {
  const start = isOpen(event, time) ? confirmedStart(event) : undefined
  return start && start > time.now ? start : undefined
}
