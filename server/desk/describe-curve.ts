import type { DropOff } from '#shared/contract/drop-off.ts'
import { bucketSeconds } from '#shared/watch-progress.ts'

/** From this bucket on so many have seen it. */
export type CurvePoint = { at: number; viewers: number }

const windowBuckets = 30 / bucketSeconds
/** The credits are nobody's fault. */
const endShare = 0.95
const standsOut = 1.1
const shortestPeak = 2

/** Where a curve falls most, and where it rises above all that comes before. */
export function describeCurve(
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

/** A peak begins where more have seen it than the fewest so far, and by a tenth. */
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
