import { eq } from 'drizzle-orm'
import type { ReportState } from '#shared/attendance.ts'
import { heldSpan } from '#shared/live.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'
import { retryJobs } from '#server/jobs/repeat-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { noteReportState } from './note-report-state.ts'
import { readHeldEvents } from './read-evenings.ts'

type Context = TimeContext & { jobs: Pick<Jobs, 'send'>; isConfigured: boolean }

/**
 * Asks for the report of an event anew, at once. Throws 404 for an unknown event, 409 where there is
 * nothing to ask for.
 */
export async function retryReport(
  db: Db,
  eventId: number,
  { jobs, isConfigured, now, timeZone }: Context,
): Promise<{ state: ReportState }> {
  const [found] = await readHeldEvents(db, eq(events.id, eventId))
  if (!found) throw new Refusal('no_such_event', { message: 'There is no such event' })
  const refuse = (message: string) => new Refusal('nothing_to_repeat', { message })
  if (!isConfigured || found.webinarId === null) {
    throw refuse('This event is in no webinar at Zoom: there is no report of it.')
  }
  const span = heldSpan(found.event, found.heard, timeZone)
  if (!span || span.until > now) throw refuse('Zoom reports who came once the evening is over.')
  await db.transaction(async (tx) => {
    const anew = { state: 'waiting' as const, lastError: null, settledAt: null }
    await noteReportState(tx, eventId, anew)
    await retryJobs(tx, jobs, 'fetch-attendance', [{ eventId }], promptly)
  })
  return { state: 'waiting' }
}
