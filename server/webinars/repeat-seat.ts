import { eq } from 'drizzle-orm'
import type { SeatRow } from '#shared/contract/seats.ts'
import type { Db } from '#server/db/open.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { eventRegistrations, events } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTakingSeats } from './is-taking-seats.ts'
import { readSeat } from './list-seats.ts'
import { putSeatsBack } from './requeue-seats.ts'

type Context = Moment & { jobs: Pick<Jobs, 'send'>; isConfigured: boolean }

/**
 * Puts a seat back into the queue, due at once; the webinar is searched for the registrant first.
 * Throws 404 where there is none to take, 409 for one that is taken and where nothing can be taken.
 */
export async function repeatSeat(
  db: Db,
  registrationId: number,
  { jobs, isConfigured, ...moment }: Context,
): Promise<SeatRow> {
  const { state } = await readSeat(db, registrationId)
  if (!isConfigured) throw new Refusal(409, 'Zoom is not configured: no seats are taken.')
  if (state === 'seated') throw new Refusal(409, 'This registrant has a seat already.')
  const [found] = await db
    .select({ event: events })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(eq(eventRegistrations.id, registrationId))
  if (!found || !isTakingSeats(found.event, moment)) {
    throw new Refusal(409, 'No seats are taken for this event now: it needs a date to come.')
  }
  await db.transaction(async (tx) => {
    await tx
      .update(webinarSeats)
      .set({ state: 'waiting', isInDoubt: true })
      .where(eq(webinarSeats.registrationId, registrationId))
    await putSeatsBack(tx, jobs, [{ registrationId }])
  })
  return readSeat(db, registrationId)
}
