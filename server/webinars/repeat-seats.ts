import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { webinarSeats } from '#server/db/messages-schema.ts'
import { events, zoomWebinarMappings } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { isTakingSeats } from './is-taking-seats.ts'
import { listFailedSeats } from './list-seats.ts'
import { putSeatsBack } from './requeue-seats.ts'

type Wanted = { eventId?: number | null; search: string }
type Context = Moment & { jobs: Pick<Jobs, 'send'>; isConfigured: boolean }

/**
 * Puts all seats that failed back into the queue, due at once: of an event, of the people found, or all
 * there are. Answers how many. Throws 409 where none of them can be taken now.
 */
export async function repeatSeats(
  db: Db,
  { eventId, search }: Wanted,
  { jobs, isConfigured, ...moment }: Context,
): Promise<{ seats: number }> {
  if (!isConfigured) throw new Refusal(409, 'Zoom is not configured: no seats are taken.')
  return db.transaction(async (tx) => {
    const failed = await listFailedSeats(tx, { eventId: eventId ?? undefined, search })
    const concerned = await tx
      .select({ event: events })
      .from(events)
      .innerJoin(zoomWebinarMappings, eq(zoomWebinarMappings.eventId, events.id))
      .where(
        and(
          eq(zoomWebinarMappings.isActive, true),
          inArray(events.id, [...new Set(failed.map((seat) => seat.eventId))]),
        ),
      )
    const open = new Set(
      concerned.filter(({ event }) => isTakingSeats(event, moment)).map(({ event }) => event.id),
    )
    const ids = failed.filter((seat) => open.has(seat.eventId)).map((seat) => seat.registrationId)
    if (ids.length === 0) {
      const why =
        failed.length > 0 ? 'their events need a webinar and a date to come' : 'none failed'
      throw new Refusal(409, `There are no seats to try again: ${why}.`)
    }
    // A seat that was refused clearly is not in doubt: it needs no look-up before the next try.
    const again = await tx
      .update(webinarSeats)
      .set({ state: 'waiting' })
      .where(and(inArray(webinarSeats.registrationId, ids), eq(webinarSeats.state, 'failed')))
      .returning({ registrationId: webinarSeats.registrationId })
    await putSeatsBack(tx, jobs, again)
    return { seats: again.length }
  })
}
