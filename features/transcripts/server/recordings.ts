import { asc, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { Chapter } from '#features/transcripts/contract.ts'
import { effectiveStatus, type TimeContext } from '#kernel/event-time.ts'
import { isPublished } from '#kernel/publishing.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import { chapters } from '#schema/transcripts.ts'

/**
 * Returns whether the library lists the event: it is published and over. The caller must also check with
 * `hasReadyRecording` that the recording is released.
 */
export function isInLibrary(event: EventRow, { now, timeZone }: TimeContext) {
  return isPublished(event, now) && effectiveStatus(event, now, timeZone) === 'completed'
}

/**
 * Returns the duration of a recording in seconds: the median of the durations that viewers' players reported;
 * undefined without reports.
 */
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

const readStoredChapters = prepared('list_chapters', (db, of: Slots<{ eventIds: number[] }>) =>
  db
    .select()
    .from(chapters)
    .where(sql`${chapters.eventId} = any(${of.eventIds}::integer[])`)
    .orderBy(asc(chapters.start)),
)

/** Returns the recordings' chapters in order, by event id; recordings without chapters are missing. */
export async function listChapters(
  db: Db | Transaction,
  eventIds: number[],
): Promise<Map<number, Chapter[]>> {
  const found = new Map<number, Chapter[]>()
  if (eventIds.length === 0) return found
  const rows = await readStoredChapters(db, { eventIds })
  for (const { eventId, start, title } of rows) {
    const chapter = { start, title }
    const known = found.get(eventId)
    if (known) known.push(chapter)
    else found.set(eventId, [chapter])
  }
  return found
}
