import {
  effectiveStatus,
  eventStart,
  type EventTimes,
  parseInstant,
  type TimeContext,
} from './event-time.ts'

/** Value of `publishAt` for a draft, which an administrator must publish. */
export const unscheduled = 'draft'

/** When an event becomes visible: null if published, an instant, or `unscheduled`. */
export type PublishAt = Date | typeof unscheduled | null

/**
 * Returns whether an event is published. Unpublished events are in no public call, page, feed or mail. The same
 * rule in SQL: `isPublishedAt` of schema/events.ts.
 */
export function isPublished({ publishAt }: Pick<EventTimes, 'publishAt'>, now: Date): boolean {
  if (!publishAt) return true
  const moment = appearsAt({ publishAt })
  return moment !== undefined && moment <= now
}

/** Converts the JSON form of `publishAt` to the stored form; undefined if absent. */
export function readPublishAt(text: string | null | undefined): PublishAt | undefined {
  return text === unscheduled || !text ? (text as PublishAt | undefined) : new Date(text)
}

/**
 * Returns the instant at which a scheduled event becomes visible; undefined for drafts and published events.
 */
export function appearsAt({ publishAt }: Pick<EventTimes, 'publishAt'>): Date | undefined {
  return publishAt instanceof Date ? publishAt : parseInstant(publishAt ?? null)
}

/** Returns whether an event accepts registrations: published, upcoming, neither cancelled nor over. */
export function isOpen(event: EventTimes, { now, timeZone }: TimeContext): boolean {
  if (!isPublished(event, now)) return false
  return !event.cancelledAt && effectiveStatus(event, now, timeZone) === 'upcoming'
}

/**
 * Returns the start of an upcoming event with a confirmed date, from which on mails about its date and webinar
 * registrations follow.
 */
export function confirmedStart(event: EventTimes & { dateConfirmed: boolean }) {
  return event.status === 'upcoming' && event.dateConfirmed ? eventStart(event) : undefined
}

/** Returns the future start of an open event; undefined if it is not confirmed or past. */
export function awaitedStart(
  event: EventTimes & { dateConfirmed: boolean },
  time: TimeContext,
): Date | undefined {
  const start = isOpen(event, time) ? confirmedStart(event) : undefined
  return start && start > time.now ? start : undefined
}
