import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import { reportTimes } from '#shared/attendance.ts'
import { heldSpan } from '#shared/live.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { zoomWebinarMappings } from '#server/db/tables/webinars.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lacksJob } from '#server/jobs/lacks-job.ts'
import { readHeldEvents } from './read-evenings.ts'

/** Asks for the report of every event that ended an hour ago and has none yet. */
export async function sweepAttendance(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  { now, timeZone }: TimeContext,
): Promise<void> {
  const lacking = await readHeldEvents(
    db,
    and(
      isNotNull(zoomWebinarMappings.webinarId),
      isNull(events.cancelledAt),
      lacksJob('fetch-attendance', sql`${events.id}`),
    ),
  )
  const due = lacking.filter(({ event, heard, report }) => {
    const end = heldSpan(event, heard, timeZone)?.until.getTime()
    if (end === undefined) return false
    const isSettled = report?.state !== 'waiting' && (report?.settledAt?.getTime() ?? 0) > end
    const past = now.getTime() - end
    return !isSettled && past >= reportTimes.askedAfterMs && past < reportTimes.oldestMs
  })
  if (due.length === 0) return
  await db.transaction(async (tx) => {
    const payloads = due.map(({ event }) => ({ eventId: event.id }))
    await jobs.send(tx, 'fetch-attendance', payloads)
  })
}
