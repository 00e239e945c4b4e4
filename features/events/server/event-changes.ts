import type { DomainEventCause, DomainEventType } from '#kernel/domain-events.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { appearsAt, isPublished } from '#kernel/publishing.ts'
import type { Transaction } from '#platform/db/open.ts'
import {
  recordEvents,
  recordPastMoments,
  type NewDomainEvent,
} from '#platform/domain-events/record-events.ts'
import type { EventRow } from './event-rows.ts'

type Context = TimeContext & { cause: DomainEventCause }

export async function recordNewEvents(tx: Transaction, added: EventRow[], { cause, now }: Context) {
  const happened = added.flatMap((event): NewDomainEvent[] => {
    const eventId = event.id
    const changed: NewDomainEvent = { type: 'event.changed', eventId }
    if (!isPublished(event, now)) return [changed]
    const published: NewDomainEvent = { type: 'event.published', eventId, moment: appearsAt(event) }
    const isReady = event.recordingReadyAt !== null
    return [changed, published, ...(isReady ? [{ type: 'recording.ready' as const, eventId }] : [])]
  })
  await recordEvents(tx, happened, cause)
}

/**
 * Records what a changed event means as domain events, such as "event moved". For an event that visitors cannot see,
 * records only `event.changed` and `recording.withdrawn`.
 */
export async function recordEventChange(
  tx: Transaction,
  before: EventRow,
  after: EventRow,
  { cause, now }: Context,
) {
  const eventId = after.id
  const changed: NewDomainEvent = { type: 'event.changed', eventId }
  const recorded = await recordEvents(tx, [changed, ...publicationOf(before, after, now)], cause)
  const hadRecording = isPublished(before, now) && before.recordingReadyAt !== null
  if (!isPublished(after, now)) {
    if (hadRecording) await recordEvents(tx, [{ type: 'recording.withdrawn', eventId }], cause)
    return
  }
  const moment = appearsAt(after)
  if (moment && isPublished(before, now) && isRescheduled(before, after)) {
    // The event is already published, and its planned time of publication was changed. Record the publication as
    // already processed, so that no webhook reports it again at the new time.
    await recordPastMoments(tx, [{ type: 'event.published', eventId, moment }])
  }
  const happened: NewDomainEvent[] = []
  const add = (type: DomainEventType) => happened.push({ type, eventId })
  const isPublication = recorded.some(({ type }) => type === 'event.published')
  if (after.recordingReadyAt && (isPublication || !before.recordingReadyAt)) add('recording.ready')
  if (hadRecording && !after.recordingReadyAt) add('recording.withdrawn')
  if (!before.cancelledAt && after.cancelledAt) add('event.cancelled')
  if (before.cancelledAt && !after.cancelledAt) add('event.restored')
  if (before.status !== 'completed' && after.status === 'completed') add('event.completed')
  if (isMoved(before, after)) add('event.moved')
  await recordEvents(tx, happened, cause)
}

/**
 * Returns the domain event `event.published`, in an array, if a change publishes an event; otherwise an empty array.
 * Also returns it if the change replaces a planned time that has just passed. A unique key prevents recording a
 * publication twice.
 */
function publicationOf(before: EventRow, after: EventRow, now: Date): NewDomainEvent[] {
  const published = { type: 'event.published' as const, eventId: after.id }
  if (!isPublished(after, now)) return []
  if (!isPublished(before, now)) return [{ ...published, moment: appearsAt(after) }]
  const passed = appearsAt(before)
  return passed && isRescheduled(before, after) ? [{ ...published, moment: passed }] : []
}

function isRescheduled(before: EventRow, after: EventRow) {
  return String(before.publishAt) !== String(after.publishAt)
}

function isMoved(before: EventRow, after: EventRow) {
  const instant = (date: Date | null) => date?.getTime()
  if (instant(before.startsAt) !== instant(after.startsAt)) return true
  if (after.startsAt === null) return before.eventDate !== after.eventDate
  return instant(before.endsAt) !== instant(after.endsAt)
}
