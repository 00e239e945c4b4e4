import { setTimeout as wait } from 'node:timers/promises'

/**
 * Milliseconds from one call to the next by Zoom's label. Its smallest plan with webinars takes 30 light,
 * 20 medium and 10 heavy ones a second from all apps of the account: two nodes stay below that.
 */
const stepMs = { light: 75, medium: 150, heavy: 300 } as const
/** How long nobody calls after a limit was met. */
const pauseMs = 1_000

/** Hands out turns by a process's own clock, so that a full event's webinar seats do not run into a limit. */
export function createZoomPace() {
  let nextAt = 0
  let last = Promise.resolve()

  /** By the moment when the one before left, so that none bunch together after a stall. */
  async function leave(before: Promise<void>, label: keyof typeof stepMs) {
    await before
    const left = nextAt - performance.now()
    if (left > 0) await wait(left)
    nextAt = Math.max(nextAt, performance.now() + stepMs[label])
  }

  return {
    /** Waits until it is this call's turn. */
    turn(label: keyof typeof stepMs): Promise<void> {
      last = leave(last, label)
      return last
    },
    /** Keeps turns to come back for a moment. */
    pause(): void {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}
