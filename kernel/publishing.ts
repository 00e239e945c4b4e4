import {
  effectiveStatus,
  eventStart,
  type EventTimes,
  parseInstant,
  type TimeContext,
} from './event-time.ts'

/** Value of `publishAt` for a draft: the event has no time of publication, and an administrator must publish it. */
export const unscheduled = 'draft'

/**
 * When visitors can see an event: an instant for a scheduled event, null for a published one, `unscheduled` for a
 * draft.
 */
export type PublishAt = Date | typeof unscheduled | null

/**
 * Returns whether an event is published. An unpublished event is in no public response, page, feed or mail.
 * `isPublishedAt` of schema/events.ts is the same rule in SQL.
 */
export function isPublished({ publishAt }: Pick<EventTimes, 'publishAt'>, now: Date): boolean {
  if (!publishAt) return true
  const moment = appearsAt({ publishAt })
  return moment !== undefined && moment <= now
}

/** Converts `publishAt` from its form in JSON to its form in the database; undefined if absent. */
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
 * Returns the start of an upcoming event with a confirmed date; undefined otherwise. Only such events have
 * webinar registrations and mails about their date.
 */
export function confirmedStart(event: EventTimes & { dateConfirmed: boolean }) {
  return event.status === 'upcoming' && event.dateConfirmed ? eventStart(event) : undefined
}

/** Returns the start of an event that accepts registrations; undefined if the start is not confirmed or is past. */
export function awaitedStart(
  event: EventTimes & { dateConfirmed: boolean },
  time: TimeContext,
): Date | undefined {
  const start = isOpen(event, time) ? confirmedStart(event) : undefined
  return start && start > time.now ? start : undefined
}
