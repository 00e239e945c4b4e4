import { eq, sql } from 'drizzle-orm'
import type { DropOff } from '#shared/contract/drop-off.ts'
import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { bucketCount, bucketSeconds } from '#shared/watch-progress.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { unknownEvent } from '#server/events/lock-event.ts'
import { expandAnswer } from '#server/transcripts/compress-answer.ts'
import { findRecordingLength } from '#server/transcripts/find-recording-length.ts'
import { listChapters } from '#server/transcripts/list-chapters.ts'
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
 * A running sum over where the watched ranges begin and end, an e-mail counted once. The database merges
 * what each has seen and the bounds are added up here: in SQL that takes twice as long, and a join of
 * every range with every bucket twenty times.
 */
async function listPoints(db: Db, eventId: number) {
  const { rows } = await db.execute<{ viewers: number; ranges: string | null }>(sql`
    with parts as (
      select email, watched from watch_progress where event_id = ${eventId}
      union all
      select email, watched from session_watch_progress where event_id = ${eventId}),
    whole as (select range_agg(watched) as watched from parts group by email)
    select count(*)::int as viewers, string_agg(watched::text, '') as ranges
    from whole where not isempty(watched)`)
  const { viewers, ranges } = rows[0]!
  return { viewers, points: addUpBounds(ranges ?? '') }
}

/** Of `{[0,3),[7,9)}{[0,5)}`: two from 0, one from 3, nobody from 5, one from 7, nobody from 9. */
function addUpBounds(ranges: string): CurvePoint[] {
  const steps = new Map<number, number>()
  const step = (at: number, by: number) => steps.set(at, (steps.get(at) ?? 0) + by)
  for (const [, from, to] of ranges.matchAll(/\[(\d+),(\d+)\)/g)) {
    step(Number(from), 1)
    step(Number(to), -1)
  }
  let viewers = 0
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .map(([at, by]) => ({ at, viewers: (viewers += by) }))
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
