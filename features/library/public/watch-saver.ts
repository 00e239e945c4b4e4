import { call } from '#client/api/call.ts'
import type { WatchProgress, WatchProgressForm } from '#features/library/contract.ts'
import { mostRanges, bucketCount, type BucketRange } from '#features/library/rules.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { bucketSeconds } from '#kernel/watched-buckets.ts'
import type { PlayerPosition } from './player-connection.ts'
import { sendBeacon } from './track-access.ts'

const saveEveryMs = 12_000
const known = ['playing', 'paused', 'ended']

/**
 * Saves the watch progress of one recording every twelve seconds, on pause, at the end, and when the member
 * leaves the page. If a call fails, playback continues, and the next call sends the same ranges again.
 */
export class WatchSaver {
  #videoId: number
  #onSaved: (progress: WatchProgress) => void
  #ranges = new WatchedRanges()
  #position: PlayerPosition | undefined
  #savedPosition: number | undefined
  #saving = Promise.resolve()

  constructor(videoId: number, onSaved: (progress: WatchProgress) => void) {
    this.#videoId = videoId
    this.#onSaved = onSaved
  }

  note(position: PlayerPosition) {
    if (position.duration < 1 || position.duration > longestRecording) return
    this.#ranges.note(position, Date.now())
    if (!known.includes(position.state)) return
    const wasPlaying = this.#position?.state === 'playing'
    this.#position = position
    this.#savedPosition ??= position.time
    if (wasPlaying && position.state !== 'playing') this.#save()
  }

  /** Starts to save the watch progress at intervals. Returns a function that stops the timer and saves once more. */
  start(): () => void {
    const timer = setInterval(() => this.#save(), saveEveryMs)
    const leave = () => {
      // Do not mark these ranges as saved: a beacon's delivery is not confirmed, so the next call sends
      // them again.
      const form = document.visibilityState === 'hidden' ? this.#unsaved() : undefined
      if (form) sendBeacon('POST /api/members/progress', form)
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leave)
      this.#save()
    }
  }

  #unsaved(): WatchProgressForm | undefined {
    if (!this.#position) return undefined
    const { time, duration } = this.#position
    const position = Math.min(Math.max(0, time), duration)
    const ranges = this.#ranges.unsaved(mostRanges)
    const isMoved = Math.abs(position - (this.#savedPosition ?? position)) >= 1
    if (ranges.length === 0 && !isMoved) return undefined
    return { videoId: this.#videoId, position, duration, ranges }
  }

  /** Sends calls one after the other, so that the latest position arrives last. */
  #save() {
    this.#saving = this.#saving.then(() => this.#send())
  }

  async #send() {
    const form = this.#unsaved()
    if (!form) return
    try {
      const progress = await call('POST /api/members/progress', { body: form, keepalive: true })
      this.#ranges.saved(form.ranges)
      this.#savedPosition = form.position
      this.#onSaved(progress)
    } catch (error) {
      console.warn('How far this interview was watched could not be saved', error)
    }
  }
}

/**
 * Tolerance in seconds. If the position advanced further than elapsed time multiplied by playback rate plus
 * this tolerance, the member skipped forward.
 */
const slack = 2

/** Collects the five-second buckets that the member played, excluding those skipped. */
export class WatchedRanges {
  #unsaved = new Set<number>()
  #last: { time: number; at: number } | undefined

  /** Records a position that the player reported. `at` is the time of the report in milliseconds. */
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

  /** Returns the first `most` ranges that are not saved yet, in order. */
  unsaved(most: number): BucketRange[] {
    const ranges: BucketRange[] = []
    for (const bucket of [...this.#unsaved].sort((a, b) => a - b)) {
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
