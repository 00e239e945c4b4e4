import { setTimeout as wait } from 'node:timers/promises'

/**
 * Milliseconds from one call to the next by Zoom's label. Its smallest plan with webinars takes 30 light
 * and 20 medium ones a second from all apps of the account: two nodes stay below that.
 */
const stepMs = { light: 75, medium: 150 } as const
/** How long nobody calls after a limit was met. */
const pauseMs = 1_000

/** Hands out turns by a process's own clock, so that a full event's seats do not run into a limit. */
export function createZoomPace() {
  let nextAt = 0

  return {
    /** Waits until it is this call's turn. */
    async turn(label: keyof typeof stepMs): Promise<void> {
      const now = performance.now()
      const at = Math.max(nextAt, now)
      nextAt = at + stepMs[label]
      if (at > now) await wait(at - now)
    },
    /** Keeps turns to come back for a moment. */
    pause(): void {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}
