import { and, isNotNull, isNull, sql, eq, inArray } from 'drizzle-orm'
import { heldSpan, countedStarts } from '#features/events/rules.ts'
import { readEventsWithReports } from '#features/events/server/who-attended.ts'
import { reportTimes } from '#features/webinars/rules.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { ReportState } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { type JobSender, highPriority } from '#platform/jobs/jobs.ts'
import { GiveUp, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import { lacksJob, retryJobs } from '#platform/jobs/waiting-jobs.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { zoomWebinarMappings, attendanceMarks, attendanceReports } from '#schema/webinars.ts'
import { markAttended, mergeStays } from './attendance-time.ts'
import type { RetryContext } from './list-webinar-seats.ts'
import type { ZoomClient } from './zoom-client.ts'
import { outcomeOf, ZoomError } from './zoom-error.ts'
import type { Report, ReportedStay } from './zoom/report.ts'

/**
 * Queues a request for Zoom's attendance report of each event that ended at least an hour ago and has no report yet.
 */
export async function sweepAttendance(
  db: Db,
  jobs: JobSender,
  { now, timeZone }: TimeContext,
): Promise<void> {
  const lacking = await readEventsWithReports(
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

/**
 * Queues an immediate request for an event's attendance report. Throws 404 for an unknown event, 409 if Zoom has no
 * report because the event has no webinar or is not over.
 */
export async function retryReport(
  db: Db,
  eventId: number,
  { jobs, isConfigured, now, timeZone }: RetryContext,
): Promise<{ state: ReportState }> {
  const [found] = await readEventsWithReports(db, eq(events.id, eventId))
  if (!found) throw new Refusal('no_such_event', { message: 'There is no such event' })
  const refuse = (message: string) => new Refusal('nothing_to_repeat', { message })
  if (!isConfigured || found.webinarId === null) {
    throw refuse('This event has no Zoom webinar, so there is no report.')
  }
  const span = heldSpan(found.event, found.heard, timeZone)
  if (!span || span.until > now) throw refuse('Zoom reports attendance after the event.')
  await db.transaction(async (tx) => {
    const anew = { state: 'waiting' as const, lastError: null, settledAt: null }
    await noteReportState(tx, eventId, anew)
    await retryJobs(tx, jobs, 'fetch-attendance', [{ eventId }], highPriority)
  })
  return { state: 'waiting' }
}

const notReady = 'Zoom’s report is not ready yet'
const nobodyOpened =
  'Zoom has no report for this event. The webinar was never started, or was deleted.'
const noReports =
  'Zoom refuses reports. The plan lacks them, or the app lacks the scope report:read:admin.'

/**
 * Fetches an event's attendance report from Zoom and replaces an earlier one. Throws errors that make the queue retry
 * or give up, and stores the reason in the event's row of `attendance_reports`.
 */
export async function fetchAttendance(
  db: Db,
  { zoom, now, timeZone }: TimeContext & { zoom: Pick<ZoomClient, 'report'> },
  eventId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const [found] = await readEventsWithReports(db, eq(events.id, eventId))
  const window = found && countedStarts(found.event, timeZone)
  if (!window || found.webinarId === null) return
  const { until } = heldSpan(found.event, found.heard, timeZone)!
  try {
    const report = await zoom.report(found.webinarId, window)
    if (!report) throw notYet(until, now)
    await storeReport(db, eventId, report, now)
  } catch (error) {
    const isForbidden = error instanceof ZoomError && error.code === 200
    const outcome = isForbidden ? new GiveUp(noReports) : outcomeOf(error, now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    const state = isOver ? ('failed' as const) : ('waiting' as const)
    const settledAt = isOver ? now : null
    await noteReportState(db, eventId, { state, lastError: outcome.message, settledAt })
    throw outcome
  }
}

function notYet(until: Date, now: Date): Error {
  const isLate = now.getTime() > until.getTime() + reportTimes.givenUpAfterMs
  if (isLate) return new GiveUp(nobodyOpened)
  return new TryLater(notReady, new Date(now.getTime() + reportTimes.againAfterMs))
}

async function storeReport(db: Db, eventId: number, { stays, unregistered }: Report, now: Date) {
  const ofRegistrant = Map.groupBy(stays, ({ registrantId }) => registrantId)
  await db.transaction(async (tx) => {
    const registrants = await tx
      .select({ id: eventRegistrations.id, zoomId: eventRegistrations.zoomRegistrationId })
      .from(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.eventId, eventId),
          isNotNull(eventRegistrations.zoomRegistrationId),
        ),
      )
    const ids = tx
      .select({ id: eventRegistrations.id })
      .from(eventRegistrations)
      .where(eq(eventRegistrations.eventId, eventId))
    await tx
      .delete(attendanceMarks)
      .where(
        and(inArray(attendanceMarks.registrationId, ids), eq(attendanceMarks.source, 'reported')),
      )
    const marks = registrants.flatMap(({ id, zoomId }) =>
      marksOf(id, ofRegistrant.get(zoomId!) ?? []),
    )
    for (let from = 0; from < marks.length; from += 1000) {
      await tx.insert(attendanceMarks).values(marks.slice(from, from + 1000))
    }
    await markAttended(tx, sql`select id from event_registrations where event_id = ${eventId}`)
    // Participants without a registration in this database registered at Zoom directly, or were erased since.
    const ours = new Set(registrants.map(({ zoomId }) => zoomId))
    const strangers = stays.filter(({ registrantId }) => !ours.has(registrantId)).length
    await noteReportState(tx, eventId, {
      state: 'ready',
      lastError: null,
      unregistered: unregistered + strangers,
      settledAt: now,
    })
    await recordEvents(tx, [{ type: 'attendance.ready', eventId }], 'provider')
  })
}

function marksOf(registrationId: number, stays: ReportedStay[]) {
  return mergeStays(stays).flatMap(({ from, until }) => [
    { registrationId, source: 'reported' as const, at: from, step: 1 },
    { registrationId, source: 'reported' as const, at: until, step: -1 },
  ])
}

/** Stores the state of Zoom's attendance report of an event, such as `failed` with the reason. */
async function noteReportState(
  db: Db | Transaction,
  eventId: number,
  changes: Omit<typeof attendanceReports.$inferInsert, 'eventId'>,
): Promise<void> {
  await db
    .insert(attendanceReports)
    .values({ eventId, ...changes })
    .onConflictDoUpdate({ target: attendanceReports.eventId, set: changes })
}
