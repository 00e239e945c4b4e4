import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'

/** How long players said that a recording is, in seconds: the middle of what they reported. */
export async function findRecordingLength(
  db: Db | Transaction,
  eventId: number,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ duration: number | null }>(sql`
    select percentile_disc(0.5) within group (order by duration) as duration from (
      select duration from watch_progress where event_id = ${eventId}
      union all
      select duration from session_watch_progress where event_id = ${eventId}) as reported`)
  return rows[0]?.duration ?? undefined
}
