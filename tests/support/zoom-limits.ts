import type { Answer } from './zoom-answer.ts'

/** Calls per second in the smallest plan with webinars. */
const perSecond = { light: 30, medium: 20, heavy: 10 }

export function tooMany(retryAfter?: string): Answer {
  const message = 'You have reached the maximum per-second rate limit for this API.'
  return [429, { code: 429, message }, retryAfter ? { 'retry-after': retryAfter } : {}]
}

/** Counts calls by Zoom's rate limit label, within the last second. */
export function countCalls() {
  const taken: Record<keyof typeof perSecond, number[]> = { light: [], medium: [], heavy: [] }
  return {
    /** Returns whether this call exceeds the limit. */
    isOver(label: keyof typeof perSecond): boolean {
      const now = performance.now()
      taken[label] = taken[label].filter((at) => at > now - 1000)
      if (taken[label].length >= perSecond[label]) return true
      taken[label].push(now)
      return false
    },
  }
}
