import { eq } from 'drizzle-orm'
import type { WebinarSeatRow } from '#shared/contract/seats.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { webinarSeats } from '#server/db/tables/webinars.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'
import { retryJobs } from '#server/jobs/repeat-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTakingWebinarSeats } from './is-taking-seats.ts'
import { readWebinarSeat } from './list-seats.ts'

type Context = TimeContext & { jobs: Pick<Jobs, 'send'>; isConfigured: boolean }

/**
 * Puts a webinar seat back into the queue, due at once; the webinar is searched for the registrant first.
 * Throws 404 where there is none to take, 409 for one that is taken and where nothing can be taken.
 */
export async function retryWebinarSeat(
  db: Db,
  registrationId: number,
  { jobs, isConfigured, ...time }: Context,
): Promise<WebinarSeatRow> {
  const { state, eventId } = await readWebinarSeat(db, registrationId)
  const refuse = (message: string) => new Refusal('nothing_to_repeat', { message })
  if (!isConfigured) throw refuse('Zoom is not configured: no seats are taken.')
  if (state === 'seated') throw refuse('This registrant has a seat already.')
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event || !isTakingWebinarSeats(event, time)) {
    throw refuse('No seats are taken for this event now: it needs a date to come.')
  }
  await db.transaction(async (tx) => {
    await tx
      .update(webinarSeats)
      .set({ state: 'waiting', isInDoubt: true })
      .where(eq(webinarSeats.registrationId, registrationId))
    await retryJobs(tx, jobs, 'take-webinar-seat', [{ registrationId }], promptly)
  })
  return readWebinarSeat(db, registrationId)
}
