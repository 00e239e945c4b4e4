import { and, eq, inArray, sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { webinarSeats, zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'
import { isChosen, type Chosen } from '#server/jobs/list-work.ts'
import { retryJobs } from '#server/jobs/repeat-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTakingWebinarSeats } from './is-taking-seats.ts'
import { webinarSeatWork } from './list-seats.ts'

type Context = TimeContext & { jobs: Pick<Jobs, 'send'>; isConfigured: boolean }

/**
 * Puts all webinar seats that failed back into the queue, due at once: of an event, of the people found, or all
 * there are. Answers how many. Throws 409 where none of them can be taken now.
 */
export async function retryWebinarSeats(
  db: Db,
  chosen: Chosen,
  { jobs, isConfigured, ...time }: Context,
): Promise<{ seats: number }> {
  if (!isConfigured)
    throw new Refusal('nothing_to_repeat', {
      message: 'Zoom is not configured: no seats are taken.',
    })
  return db.transaction(async (tx) => {
    const { rows: failed } = await tx.execute<{ registrationId: number; eventId: number }>(sql`
      select t."registrationId", t."eventId" from ${webinarSeatWork.rows} t
      where t.state = 'failed' and ${isChosen(chosen)} order by t."registrationId"`)
    const affected = await tx
      .select({ event: events })
      .from(events)
      .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
      .where(
        and(
          eq(zoomWebinarMappings.isActive, true),
          inArray(events.id, [...new Set(failed.map((webinarSeat) => webinarSeat.eventId))]),
        ),
      )
    const open = new Set(
      affected
        .filter(({ event }) => isTakingWebinarSeats(event, time))
        .map(({ event }) => event.id),
    )
    const ids = failed
      .filter((webinarSeat) => open.has(webinarSeat.eventId))
      .map((webinarSeat) => webinarSeat.registrationId)
    if (ids.length === 0) {
      const why =
        failed.length > 0 ? 'their events need a webinar and a date to come' : 'none failed'
      throw new Refusal('nothing_to_repeat', {
        message: `There are no seats to try again: ${why}.`,
      })
    }
    // A webinar seat that was refused clearly is not in doubt: it needs no look-up before the next try.
    const again = await tx
      .update(webinarSeats)
      .set({ state: 'waiting' })
      .where(and(inArray(webinarSeats.registrationId, ids), eq(webinarSeats.state, 'failed')))
      .returning({ registrationId: webinarSeats.registrationId })
    await retryJobs(tx, jobs, 'take-webinar-seat', again, promptly)
    return { seats: again.length }
  })
}
