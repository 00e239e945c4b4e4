import { sql, type SQL } from 'drizzle-orm'
import { type EventRow, lockEvents } from '#features/events/server/event-rows.ts'
import { isReachable } from '#features/mails/server/bounces.ts'
import { settlingMs } from '#features/mails/server/plan.ts'
import { claimChoices } from '#features/newsletter/server/series-subscriptions.ts'
import { registerMany } from '#features/registrations/server/registration-of-many.ts'
import { placePeople } from '#features/waitlist/server/seats.ts'
import { joinWaitlistOfMany } from '#features/waitlist/server/waitlist.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import { awaitedStart } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { events } from '#schema/events.ts'

/** Registers people who asked for every event of the series, for each event that opens. */

/** Number of people whom one transaction registers. */
const portion = 500
/** Maximum number of transactions of one job; the next sweep queues a job for the others. */
const mostPortions = 40

/**
 * Returns whether the event takes series registrations: published, open, with a confirmed start in the future, and not
 * saved within the last two minutes, in which the organiser can undo the change.
 */
function takesSeries(event: EventRow, time: TimeContext): boolean {
  const isSettled = time.now.getTime() - event.updatedAt.getTime() >= settlingMs
  return isSettled && awaitedStart(event, time) !== undefined
}

/** SQL: FROM and WHERE for the series registrations `s` that must still be placed in an event; `u` is the person. */
const isDueFor = (
  eventId: number,
): SQL => sql`from series_registrations s join users u on u.id = s.user_id
  where s.verified_at is not null and ${isReachable}
    and not exists (select from series_choices c where c.event_id = ${eventId} and c.user_id = s.user_id)`

/**
 * Queues a job for each open event in which people must still be placed: after the event opened, after a person
 * verified their request, and after a job that was interrupted.
 */
export async function sweepSeriesRegistrations(
  db: Db,
  jobs: JobSender,
  time: TimeContext,
): Promise<void> {
  const rows = await db.select().from(events)
  await runSteps(
    rows
      .filter((event) => takesSeries(event, time))
      .map(({ id: eventId }) => [
        `series registrations for event ${eventId}`,
        () =>
          db.transaction(async (tx) => {
            const due = await tx.execute(sql`select 1 ${isDueFor(eventId)} limit 1`)
            if (due.rows.length > 0) await jobs.send(tx, 'register-series', [{ eventId }])
          }),
      ]),
  )
}

/** Registers all people who are due for the event, in the order of their series registrations. */
export async function registerSeriesPeople(
  db: Db,
  jobs: JobSender,
  time: TimeContext,
  eventId: number,
): Promise<void> {
  for (let count = 0; count < mostPortions; count++) {
    const placed = await db.transaction((tx) => placePortion(tx, jobs, time, eventId))
    if (placed === 0) return
  }
}

/** Places the first people in order. Returns their number; 0 if no one is due or the event is not open. */
async function placePortion(
  tx: Transaction,
  jobs: JobSender,
  time: TimeContext,
  eventId: number,
): Promise<number> {
  const event = await lockOpenEvent(tx, eventId, time)
  if (!event) return 0
  const { rows } = await tx.execute<{ userId: number }>(sql`
    select s.user_id as "userId" ${isDueFor(eventId)} order by s.id limit ${portion} for update of s`)
  const claimed = await claimChoices(
    tx,
    eventId,
    rows.map(({ userId }) => userId),
  )
  const { seated, full } = await placePeople(tx, jobs, claimed, event, time.now)
  await registerMany(tx, jobs, { event, userIds: seated, kind: 'series_registered' })
  await joinWaitlistOfMany(tx, jobs, event, full)
  return rows.length
}

async function lockOpenEvent(tx: Transaction, eventId: number, time: TimeContext) {
  try {
    const [event] = await lockEvents(tx, [eventId], time.now)
    return event && takesSeries(event, time) ? event : undefined
  } catch (error) {
    // The event was deleted or unpublished after the job was queued.
    if (error instanceof Refusal) return undefined
    throw error
  }
}
