import { eq, sql } from 'drizzle-orm'
import type { DropOff } from '#shared/contract/drop-off.ts'
import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { bucketCount, bucketSeconds } from '#shared/watch-progress.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { unknownEvent } from '#server/events/lock-event.ts'
import { listChapters } from '#server/library/list-chapters.ts'
import { expandAnswer } from '#server/transcripts/compress-answer.ts'
import { findRecordingLength } from '#server/transcripts/find-recording-length.ts'
import { describeCurve, type CurvePoint } from './describe-curve.ts'

/** How many have seen each part of a recording. Throws 404 for an unknown event. */
export async function getDropOff(db: Db, eventId: number): Promise<DropOff> {
  const [event] = await db.select({ id: events.id }).from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const duration = (await findRecordingLength(db, eventId)) ?? 0
  const { points, viewers } = await listPoints(db, eventId)
  const { peaks, steepest } = describeCurve(points, bucketCount(duration))
  return {
    eventId,
    viewers,
    duration,
    curve: points.map((point) => ({ from: point.at * bucketSeconds, viewers: point.viewers })),
    peaks,
    steepest: steepest && { ...steepest, said: await listSaid(db, eventId, steepest) },
    chapters: (await listChapters(db, [eventId])).get(eventId) ?? [],
  }
}

/**
 * A running sum over where the watched ranges begin and end, an e-mail counted once: what compares every
 * range with every bucket takes twenty times as long.
 */
async function listPoints(db: Db, eventId: number) {
  const { rows } = await db.execute<CurvePoint & { everybody: number }>(sql`
    with parts as (
      select email, watched from watch_progress where event_id = ${eventId}
      union all
      select email, watched from session_watch_progress where event_id = ${eventId}),
    whole as (select range_agg(watched) as watched from parts group by email),
    steps as (
      select bound.at, sum(bound.step) as step
      from whole, unnest(whole.watched) as part,
        lateral (values (lower(part), 1), (upper(part), -1)) as bound (at, step)
      group by bound.at)
    select at, (sum(step) over (order by at))::int as viewers,
      (select count(*) from whole where not isempty(watched))::int as everybody
    from steps order by at`)
  return {
    points: rows.map(({ at, viewers }) => ({ at, viewers })),
    viewers: rows[0]?.everybody ?? 0,
  }
}

async function listSaid(
  db: Db,
  eventId: number,
  { from, to }: { from: number; to: number },
): Promise<TranscriptCue[]> {
  const [row] = await db
    .select({ answer: transcripts.answer })
    .from(transcripts)
    .where(eq(transcripts.eventId, eventId))
  if (!row) return []
  const { cues } = await expandAnswer(row.answer)
  return cues.filter(({ start, end }) => end > from && start < to).slice(0, 12)
}
