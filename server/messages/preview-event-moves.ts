import { and, eq } from 'drizzle-orm'
import type { BodyOf, ReplyOf } from '#shared/contract/endpoint.ts'
import {
  statusChanges,
  type EventMove,
  type previewStatusChanges as contract,
} from '#shared/contract/event-checks.ts'
import { nextMove } from '#shared/next-move.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { unknownEvent } from '#server/events/lock-event.ts'
import { countRecipients } from './count-concerned.ts'
import { countUntold } from './count-untold.ts'
import { describeStatusChanges, type Situation } from './describe-moves.ts'
import { describeSaving } from './describe-saving.ts'

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
  time: TimeContext,
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const recipients = await countRecipients(db, eventId)
  const mapped = await db.$count(
    zoomWebinarMappings,
    and(eq(zoomWebinarMappings.eventId, eventId), eq(zoomWebinarMappings.isActive, true)),
  )
  const untold = await countUntold(db, event, time)
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
