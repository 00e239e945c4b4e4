import { and, eq } from 'drizzle-orm'
import { statusChanges, type EventMove } from '#features/events/contract.ts'
import { nextMove } from '#features/events/rules.ts'
import { timesAfter } from '#features/events/server/edit-event.ts'
import { unknownEvent, type EventRow } from '#features/events/server/event-rows.ts'
import type { previewStatusChanges as contract } from '#features/event-mails/contract.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import type { BodyOf, ReplyOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { settleTimes } from '#kernel/written-times.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { countUntold } from './cancellation-mails.ts'
import { dateConfirmedMail } from './date-confirmed-mail.ts'
import { countRecipients, nobodyRegistered } from './event-audience.ts'
import { describeStatusChanges, type Situation, describeUpcoming } from './status-changes.ts'

function isPossible(move: EventMove, { event, confirmed, preRegistered }: Situation) {
  const isCancelled = event.cancelledAt !== null
  if (move === 'restore') return isCancelled
  if (move === 'delete') return isCancelled || confirmed + preRegistered === 0
  return !isCancelled && move !== event.status
}

/**
 * What each status change, cancelling and deleting would bring about, and saving the given fields, in
 * sentences. Changes nothing.
 */
export async function previewStatusChanges(
  db: Db,
  eventId: number,
  { changes }: BodyOf<typeof contract>,
  { kinds, ...time }: TimeContext & { kinds: MailKinds },
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const recipients = await countRecipients(db, eventId)
  const mapped = await db.$count(
    zoomWebinarMappings,
    and(eq(zoomWebinarMappings.eventId, eventId), eq(zoomWebinarMappings.isActive, true)),
  )
  const untold = await countUntold(db, kinds, event, time)
  const situation: Situation = { event, ...recipients, untold, isMapped: mapped > 0, time }
  const moves = statusChanges
    .filter((move) => isPossible(move, situation))
    .map((move) => ({
      move,
      isNext: event.cancelledAt === null && move === nextMove(event, time.now, time.timeZone),
      consequences: describeStatusChanges[move](situation),
    }))
  const { confirmed, preRegistered } = recipients
  const saving = changes ? describeSaving(situation, changes) : []
  return { eventId, confirmed, preRegistered, moves, saving }
}

/**
 * Who is told when these fields of an event are saved, in sentences: where they make its date known, as
 * opening registration does. None where the date is known already, or still is not. Specification, "Events".
 */
function describeSaving(
  situation: Situation,
  changes: NonNullable<BodyOf<typeof contract>['changes']>,
): string[] {
  const { event, time } = situation
  const changed: EventRow = {
    ...event,
    ...settleTimes(timesAfter(event, changes), time.timeZone),
    dateConfirmed: changes.dateConfirmed ?? event.dateConfirmed,
  }
  const isTold = (row: EventRow) => dateConfirmedMail.due.when(row, time) !== undefined
  if (isTold(event) || !isTold(changed)) return []
  const { awaitingDate, reminded } = situation
  const nobody = awaitingDate + reminded === 0 ? [nobodyRegistered(situation)] : []
  return [...nobody, ...describeUpcoming(changed, situation)]
}
