import { asc, eq, gt, sql } from 'drizzle-orm'
import type { ApiFigures } from '#features/public-api/contract.ts'
import { listAttendance } from '#features/reports/server/attendance.ts'
import { listWatchedShares } from '#features/reports/server/reports.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { pageOf, type Page } from './page.ts'

/**
 * Returns statistics for a page of events, counted as in the admin area, with one query at a time for all API calls.
 */
export async function listApiFigures(
  db: Db,
  turns: Turns,
  page: Page,
  time: TimeContext,
): Promise<{ data: ApiFigures[]; nextCursor: string | null }> {
  const found = await turns(() =>
    db
      .select({ id: events.id, title: events.title })
      .from(events)
      .where(gt(events.id, page.cursor ?? 0))
      .orderBy(asc(events.id))
      .limit(page.limit + 1),
  )
  const { rows, nextCursor } = pageOf(found, page)
  const ids = rows.map(({ id }) => id)
  const registered = await countRegistrations(db, turns, ids)
  const attended = await listAttendance(db, turns, time, ids)
  const watchedShares = await listWatchedShares(db, turns, ids)
  const data = rows.map(({ id, title }): ApiFigures => {
    const isOf = ({ eventId }: { eventId: number }) => eventId === id
    const { confirmed = 0, preRegistered = 0 } = registered.find(isOf) ?? {}
    return {
      eventId: id,
      title,
      confirmed,
      preRegistered,
      attendance: attended.find(isOf) ?? null,
      watched: watchedShares.find(isOf) ?? null,
    }
  })
  return { data, nextCursor }
}

type Counted = { eventId: number; confirmed: number; preRegistered: number }

/** Counts the registrations of one event after the other, so that other calls' queries can run in between. */
async function countRegistrations(db: Db, turns: Turns, ids: number[]): Promise<Counted[]> {
  const counted: Counted[] = []
  const { eventId, registrationType } = eventRegistrations
  const ofType = (type: string) =>
    sql<number>`(count(*) filter (where ${registrationType} = ${type}))::int`
  for (const id of ids) {
    const rows = await turns(() =>
      db
        .select({
          eventId,
          confirmed: ofType('confirmed'),
          preRegistered: ofType('pre_registration'),
        })
        .from(eventRegistrations)
        .where(eq(eventId, id))
        .groupBy(eventId),
    )
    counted.push(...rows)
  }
  return counted
}
