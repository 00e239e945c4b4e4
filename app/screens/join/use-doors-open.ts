import { useEffect } from 'react'
import type { JoinReply } from '#shared/contract/links.ts'

const hour = 60 * 60_000
/** Everybody waits for the same moment: they come one after the other, within this time. */
const spreadMs = 5_000
const preparingMs = 15_000

/** In how many milliseconds to ask again; undefined where that is too far away, or of no use. */
function askAgainIn({ state, opensAt }: JoinReply): number | undefined {
  if (state === 'preparing') return preparingMs
  if (state !== 'early' || !opensAt) return undefined
  const left = Date.parse(opensAt) - Date.now()
  return left < 12 * hour ? Math.max(left, 1000) + Math.random() * spreadMs : undefined
}

/** Asks again by itself when the doors open. Returns whether it will. */
export function useDoorsOpen(answer: JoinReply | undefined, ask: () => Promise<unknown>): boolean {
  const wait = answer && askAgainIn(answer)
  useEffect(() => {
    const ms = answer && askAgainIn(answer)
    if (ms === undefined) return undefined
    const timer = setTimeout(() => void ask(), ms)
    return () => clearTimeout(timer)
  }, [answer, ask])
  return wait !== undefined
}
