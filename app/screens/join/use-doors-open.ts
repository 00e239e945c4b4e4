import { useEffect } from 'react'
import type { JoinReply } from '#shared/contract/links.ts'

const hour = 60 * 60_000
/** Everybody waits for the same moment: they come one after the other, within this time. */
const spreadMs = 5_000
const preparingMs = 15_000
const unseatedMs = 60_000

/** In how many milliseconds to ask again; undefined where that is too far away, or of no use. */
function askAgainIn({ state, opensAt }: JoinReply): number | undefined {
  if (state === 'preparing') return preparingMs
  if (state === 'unseated') return unseatedMs
  if (state !== 'early' || !opensAt) return undefined
  const left = Date.parse(opensAt) - Date.now()
  return left < 12 * hour ? Math.max(left, 1000) + Math.random() * spreadMs : undefined
}

/**
 * Asks again by itself when the doors open, and after each answer or failure since (`answeredAt`, in
 * milliseconds): an answer like the one before is the same object. Returns whether it will.
 */
export function useDoorsOpen(
  answer: JoinReply | undefined,
  answeredAt: number,
  ask: () => Promise<unknown>,
): boolean {
  const wait = answer && askAgainIn(answer)
  useEffect(() => {
    const ms = answer && answeredAt > 0 ? askAgainIn(answer) : undefined
    if (ms === undefined) return undefined
    const timer = setTimeout(() => void ask(), ms)
    return () => clearTimeout(timer)
  }, [answer, answeredAt, ask])
  return wait !== undefined
}
