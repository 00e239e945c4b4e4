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

/** Domain events of changed events. While visitors cannot see an event, none is recorded but `event.changed`. */

type Context = TimeContext & { cause: DomainEventCause }

export async function recordNewEvents(tx: Transaction, added: EventRow[], { cause, now }: Context) {
  const happened = added.flatMap((event): NewDomainEvent[] =>
    isPublished(event, now) ? published(event) : [{ type: 'event.changed', eventId: event.id }],
  )
  await recordEvents(tx, happened, cause)
}

/** Records what the change of an event means to visitors, registrants and other programs. */
export async function recordEventChange(
  tx: Transaction,
  before: EventRow,
  after: EventRow,
  { cause, now }: Context,
) {
  const eventId = after.id
  const happened: NewDomainEvent[] = [{ type: 'event.changed', eventId }]
  const add = (type: DomainEventType) => happened.push({ type, eventId })
  if (!isPublished(after, now)) return recordEvents(tx, happened, cause)
  if (await isNewlyPublished(tx, before, after, { cause, now })) happened.push(...published(after))
  else if (!before.recordingReadyAt && after.recordingReadyAt) add('recording.ready')
  if (before.recordingReadyAt && !after.recordingReadyAt) add('recording.withdrawn')
  if (!before.cancelledAt && after.cancelledAt) add('event.cancelled')
  if (before.cancelledAt && !after.cancelledAt) add('event.restored')
  if (before.status !== 'completed' && after.status === 'completed') add('event.completed')
  if (isMoved(before, after)) add('event.moved')
  return recordEvents(tx, happened, cause)
}

function published(event: EventRow): NewDomainEvent[] {
  const { id: eventId, recordingReadyAt } = event
  const moment = appearsAt(event)
  const happened: NewDomainEvent[] = [{ type: 'event.published', eventId, moment }]
  if (recordingReadyAt) happened.push({ type: 'recording.ready', eventId })
  return happened
}

/**
 * Whether visitors see the event from this change on. An event whose planned moment had passed was published by that
 * moment; if the clock has not recorded that yet, this change counts as its publication.
 */
async function isNewlyPublished(
  tx: Transaction,
  before: EventRow,
  after: EventRow,
  { cause, now }: Pick<Context, 'cause' | 'now'>,
) {
  if (!isPublished(before, now)) return true
  if (String(before.publishAt) === String(after.publishAt)) return false
  const [past, planned] = [appearsAt(before), appearsAt(after)]
  const type = 'event.published'
  const eventId = after.id
  // The clock must not publish at the new moment what visitors have seen before.
  if (planned) await recordPastMoments(tx, [{ type, eventId, moment: planned }])
  if (!past) return false
  const fresh = await recordEvents(tx, [{ type, eventId, moment: past }], cause)
  // A recording that this change makes ready is recorded as such.
  if (fresh.length > 0 && before.recordingReadyAt && after.recordingReadyAt) {
    await recordEvents(tx, [{ type: 'recording.ready', eventId }], cause)
  }
  return false
}

function isMoved(before: EventRow, after: EventRow) {
  const instant = (date: Date | null) => date?.getTime()
  if (instant(before.startsAt) !== instant(after.startsAt)) return true
  if (after.startsAt === null) return before.eventDate !== after.eventDate
  return instant(before.endsAt) !== instant(after.endsAt)
}
