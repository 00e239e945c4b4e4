import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { reportTimes } from '#shared/attendance.ts'
import { countedStarts, heldSpan } from '#shared/live.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { attendanceMarks } from '#server/db/tables/attendance.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import { noteCame } from './note-came.ts'
import { noteReportState } from './note-report-state.ts'
import { readHeldEvents } from './read-evenings.ts'
import { uniteStays } from './unite-stays.ts'
import type { ZoomClient } from './zoom-client.ts'
import { outcomeOf, ZoomError } from './zoom-error.ts'
import type { Report, ReportedStay } from './zoom-reports.ts'

type Context = TimeContext & { zoom: Pick<ZoomClient, 'report'> }

const notReady = 'Zoom has not written its report yet'
const none = 'Zoom has no report of this evening: nobody opened the webinar, or it was deleted.'
const noReports =
  'The Zoom account gives no reports: its plan lacks them, or the app the scope report:read:admin.'

/**
 * Fetches who came to an event from Zoom's report, which takes the place of an earlier one. Throws
 * where the queue is to try again or to give up; the row says why. Specification, "Who came".
 */
export async function fetchAttendance(
  db: Db,
  { zoom, now, timeZone }: Context,
  eventId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const [found] = await readHeldEvents(db, eq(events.id, eventId))
  const window = found && countedStarts(found.event, timeZone)
  if (!window || found.webinarId === null) return
  const { until } = heldSpan(found.event, found.heard, timeZone)!
  try {
    const report = await zoom.report(found.webinarId, window)
    if (!report) throw notYet(until, now)
    await store(db, eventId, report, now)
  } catch (error) {
    const outcome = readOutcome(error, now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    const state = isOver ? ('failed' as const) : ('waiting' as const)
    const settledAt = isOver ? now : null
    await noteReportState(db, eventId, { state, lastError: outcome.message, settledAt })
    throw outcome
  }
}

function notYet(until: Date, now: Date): Error {
  const isLate = now.getTime() > until.getTime() + reportTimes.givenUpAfterMs
  if (isLate) return new GiveUp(none)
  return new TryLater(notReady, new Date(now.getTime() + reportTimes.againAfterMs))
}

function readOutcome(error: unknown, now: Date): Error {
  if (error instanceof GiveUp || error instanceof TryLater) return error
  const isForbidden = error instanceof ZoomError && error.code === 200
  return isForbidden ? new GiveUp(noReports) : outcomeOf(error, now)
}

async function store(db: Db, eventId: number, { stays, unregistered }: Report, now: Date) {
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
    await noteCame(tx, sql`select id from event_registrations where event_id = ${eventId}`)
    // Whom the report names and nobody here is: registered in Zoom itself, or erased since.
    const ours = new Set(registrants.map(({ zoomId }) => zoomId))
    const strangers = stays.filter(({ registrantId }) => !ours.has(registrantId)).length
    await noteReportState(tx, eventId, {
      state: 'ready',
      lastError: null,
      unregistered: unregistered + strangers,
      settledAt: now,
    })
  })
}

function marksOf(registrationId: number, stays: ReportedStay[]) {
  return uniteStays(stays).flatMap(({ from, until }) => [
    { registrationId, source: 'reported' as const, at: from, step: 1 },
    { registrationId, source: 'reported' as const, at: until, step: -1 },
  ])
}
