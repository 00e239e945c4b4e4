import { useEffect } from 'react'
import type { JoinReply } from '#shared/contract/links.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Everybody waits for the same moment: they come one after the other, within this time. */
const spreadMs = 5 * second
const preparingMs = 15 * second

/**
 * At the latest after so long an event is asked about again: its host may start it early, and it may
 * be moved or called off. Also because no browser's timer waits for more than 24 days.
 */
function patienceFor(left: number): number {
  if (left < hour) return 30 * second
  return left < 12 * hour ? 5 * minute : hour
}

/** In how many milliseconds to ask again; undefined where that is of no use. */
function askAgainIn({ state, opensAt, now }: JoinReply, agoMs: number): number | undefined {
  if (state === 'preparing') return preparingMs
  if (state === 'unseated') return minute
  if (state !== 'early') return undefined
  const left = opensAt ? Date.parse(opensAt) - Date.parse(now) - agoMs : Infinity
  return Math.min(Math.max(left, second), patienceFor(left)) + Math.random() * spreadMs
}

type Times = { answeredAt: number; failedAt: number }

/**
 * Asks again by itself until the doors are open, after each answer and each failure (both in
 * milliseconds of this browser's clock).
 */
export function useJoinWindow(
  answer: JoinReply | undefined,
  { answeredAt, failedAt }: Times,
  ask: () => Promise<unknown>,
) {
  useEffect(() => {
    const agoMs = Math.max(failedAt - answeredAt, 0)
    const ms = answer && askAgainIn(answer, agoMs)
    if (ms === undefined) return undefined
    const timer = setTimeout(() => void ask(), ms)
    return () => clearTimeout(timer)
  }, [answer, answeredAt, failedAt, ask])
}
