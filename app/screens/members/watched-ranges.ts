import { bucketCount, bucketSeconds, type BucketRange } from '#shared/watch-progress.ts'
import type { PlayerPosition } from './player-connection.ts'

/** A jump is what goes further than the clock and the speed explain, in seconds. */
const slack = 2

/** Collects which five-second buckets were really played. Specification, "Watch progress". */
export class WatchedRanges {
  #unsaved = new Set<number>()
  #last: { time: number; at: number } | undefined

  /** `at` is the clock's time in milliseconds. */
  note({ time, duration, rate, state }: PlayerPosition, at: number) {
    if (this.#last) {
      const played = time - this.#last.time
      const possible = (rate * (at - this.#last.at)) / 1000 + slack
      if (played > 0 && played <= possible) this.#add(this.#last.time, time, duration)
    }
    this.#last = state === 'playing' ? { time, at } : undefined
  }

  #add(from: number, to: number, duration: number) {
    const end = Math.min(Math.ceil(to / bucketSeconds), bucketCount(duration))
    for (let bucket = Math.floor(from / bucketSeconds); bucket < end; bucket++) {
      this.#unsaved.add(bucket)
    }
  }

  /** The first `most` ranges not saved yet, in order. */
  unsaved(most: number): BucketRange[] {
    const ranges: BucketRange[] = []
    for (const bucket of [...this.#unsaved].toSorted((a, b) => a - b)) {
      const last = ranges.at(-1)
      if (last?.[1] === bucket) last[1] = bucket + 1
      else if (ranges.length === most) break
      else ranges.push([bucket, bucket + 1])
    }
    return ranges
  }

  saved(ranges: BucketRange[]) {
    for (const [from, to] of ranges) {
      for (let bucket = from; bucket < to; bucket++) this.#unsaved.delete(bucket)
    }
  }
}
