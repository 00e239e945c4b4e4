import { eq, sql } from 'drizzle-orm'
import { requireEvent } from '#features/events/server/event-rows.ts'
import { bucketCount } from '#features/library/rules.ts'
import type { DropOff } from '#features/reports/contract.ts'
import type { TranscriptCue } from '#features/transcripts/contract.ts'
import { findRecordingLength, listChapters } from '#features/transcripts/server/recordings.ts'
import { expandAnswer } from '#features/transcripts/server/store-transcript.ts'
import { bucketSeconds } from '#kernel/watched-buckets.ts'
import type { Db } from '#platform/db/open.ts'
import { transcripts } from '#schema/transcripts.ts'

/** Returns the number of viewers of each part of a recording. Throws 404 for an unknown event. */
export async function getDropOff(db: Db, eventId: number): Promise<DropOff> {
  await requireEvent(db, eventId)
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
 * Returns how many viewers watched each part of a recording: the positions at which their number changes. Counts each
 * email once. PostgreSQL merges the ranges of an email; adding the ranges up in JavaScript is faster than in SQL.
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

/**
 * Adds up watched ranges: for `{[0,3),[7,9)}{[0,5)}`, returns two viewers from second 0, one from 3, none from 5, one
 * from 7, none from 9.
 */
function addUpBounds(ranges: string): CurvePoint[] {
  const steps = new Map<number, number>()
  const step = (at: number, change: number) => steps.set(at, (steps.get(at) ?? 0) + change)
  for (const [, from, to] of ranges.matchAll(/\[(\d+),(\d+)\)/g)) {
    step(Number(from), 1)
    step(Number(to), -1)
  }
  let viewers = 0
  return [...steps]
    .toSorted(([one], [other]) => one - other)
    .map(([at, change]) => ({ at, viewers: (viewers += change) }))
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

/** A point of the viewer curve: from the bucket with the number `at` until the next point, `viewers` people watched. */
type CurvePoint = { at: number; viewers: number }

const windowBuckets = 30 / bucketSeconds
/** Ignore falling viewer numbers after this share of the recording, because most viewers stop near the end. */
const endShare = 0.95
const standsOut = 1.1
const shortestPeak = 2

/** Returns where most viewers stopped watching, and which passages were watched most. */
function describeCurve(
  points: CurvePoint[],
  buckets: number,
): Pick<DropOff, 'peaks'> & { steepest: Omit<NonNullable<DropOff['steepest']>, 'said'> | null } {
  const seen = fillBuckets(points, buckets)
  return { peaks: findPeaks(seen), steepest: findSteepest(seen) }
}

function fillBuckets(points: CurvePoint[], buckets: number): number[] {
  const seen: number[] = []
  for (const [position, { at, viewers }] of points.entries()) {
    const next = Math.min(points[position + 1]?.at ?? buckets, buckets)
    for (let bucket = Math.max(0, at); bucket < next; bucket++) seen[bucket] = viewers
  }
  return Array.from({ length: buckets }, (_, bucket) => seen[bucket] ?? 0)
}

/**
 * Returns passages that viewers sought out: those with at least a tenth more viewers than the least watched part before
 * them.
 */
function findPeaks(seen: number[]): DropOff['peaks'] {
  const peaks: DropOff['peaks'] = []
  let fewest = Infinity
  let from: number | undefined
  for (let bucket = 0; bucket <= seen.length; bucket++) {
    const viewers = seen[bucket] ?? 0
    const isHigh = bucket < seen.length && viewers >= fewest * standsOut + 1
    if (isHigh) from ??= bucket
    else if (from !== undefined) {
      if (bucket - from >= shortestPeak) {
        const most = Math.max(...seen.slice(from, bucket))
        peaks.push({ from: from * bucketSeconds, to: bucket * bucketSeconds, viewers: most })
      }
      from = undefined
    }
    fewest = Math.min(fewest, viewers)
  }
  return peaks
}

function findSteepest(seen: number[]) {
  let best: { from: number; before: number; after: number } | undefined
  for (let from = 0; from + windowBuckets < seen.length * endShare; from++) {
    const [before, after] = [seen[from]!, seen[from + windowBuckets]!]
    if (before - after > (best ? best.before - best.after : 0)) best = { from, before, after }
  }
  if (!best) return null
  const from = best.from * bucketSeconds
  return { ...best, from, to: from + windowBuckets * bucketSeconds }
}
