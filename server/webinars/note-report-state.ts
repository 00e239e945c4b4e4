import type { Db, Transaction } from '#server/db/open.ts'
import { attendanceReports } from '#server/db/tables/attendance.ts'

/** Notes what became of the report of an event, of which nothing may be noted yet. */
export async function noteReportState(
  db: Db | Transaction,
  eventId: number,
  changes: Omit<typeof attendanceReports.$inferInsert, 'eventId'>,
): Promise<void> {
  await db
    .insert(attendanceReports)
    .values({ eventId, ...changes })
    .onConflictDoUpdate({ target: attendanceReports.eventId, set: changes })
}
