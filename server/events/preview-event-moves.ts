import { and, eq } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import {
  eventMoves,
  type EventMove,
  type previewEventMoves as contract,
} from '#shared/contract/event-checks.ts'
import type { Db } from '#server/db/open.ts'
import { events, zoomWebinarMappings } from '#server/db/schema.ts'
import { countUntold } from '#server/messages/count-untold.ts'
import { unknownEvent } from './lock-event.ts'
import { countConcerned } from './count-concerned.ts'
import { describeMoves, type Situation } from './describe-moves.ts'
import type { EventRow, Moment } from './present-event.ts'

function isPossible(move: EventMove, { event, confirmed, preRegistered }: Situation) {
  const isCancelled = event.cancelledAt !== null
  if (move === 'restore') return isCancelled
  if (move === 'delete') return isCancelled || confirmed + preRegistered === 0
  return !isCancelled && move !== event.status
}

const nextOf: Record<EventRow['status'], EventMove | undefined> = {
  pre_registration: 'upcoming',
  upcoming: 'completed',
  completed: undefined,
}

/** What each status change, cancelling and deleting would bring about, in sentences. Changes nothing. */
export async function previewEventMoves(
  db: Db,
  eventId: number,
  moment: Moment,
): Promise<ReplyOf<typeof contract>> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const concerned = await countConcerned(db, eventId)
  const mapped = await db.$count(
    zoomWebinarMappings,
    and(eq(zoomWebinarMappings.eventId, eventId), eq(zoomWebinarMappings.isActive, true)),
  )
  const untold = await countUntold(db, event, moment)
  const situation: Situation = { event, ...concerned, untold, isMapped: mapped > 0, moment }
  const moves = eventMoves
    .filter((move) => isPossible(move, situation))
    .map((move) => ({
      move,
      isNext: event.cancelledAt === null && move === nextOf[event.status],
      consequences: describeMoves[move](situation),
    }))
  const { confirmed, preRegistered } = concerned
  return { eventId, confirmed, preRegistered, moves }
}
