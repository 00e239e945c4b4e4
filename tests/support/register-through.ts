import { setTimeout as wait } from 'node:timers/promises'
import { registrationBody } from './builders.ts'
import { registerOne } from './register-crowd.ts'

export type Load = {
  /** Acknowledged emails. */
  acknowledged: string[]
  /** Failed calls by status. */
  refused: Record<string, number>
  reached(count: number): Promise<void>
  /** Times of the acknowledgements, by `performance.now()`. */
  moments: number[]
  ended: Promise<void>
}

/** The load during each fault. */
export const faultLoad = { clients: 20, people: 200 }
export const faultAfter = 60

const pauseMs = 250

/**
 * Registers `people` people with the given number of clients, which retry after errors until each person is
 * acknowledged.
 */
export function registerThrough(
  url: string,
  eventId: number,
  { clients, people }: { clients: number; people: number },
): Load {
  const waiting = Array.from({ length: people }, () => registrationBody({ eventIds: [eventId] }))
  const load: Omit<Load, 'reached' | 'ended'> = { acknowledged: [], refused: {}, moments: [] }
  async function visit() {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      while (!(await press(body))) await wait(pauseMs)
    }
  }
  async function press(body: { email: string }) {
    const limit = AbortSignal.timeout(60_000)
    const answer = await Promise.race([
      registerOne(url, body).catch(() => undefined),
      new Promise<undefined>((resolve) =>
        limit.addEventListener('abort', () => resolve(undefined)),
      ),
    ])
    if (answer?.status === 200) {
      load.acknowledged.push(body.email)
      load.moments.push(performance.now())
      return true
    }
    const status = String(answer?.status ?? 'broken')
    load.refused[status] = (load.refused[status] ?? 0) + 1
    return false
  }
  const ended = Promise.all(Array.from({ length: clients }, visit)).then(() => {})
  return {
    ...load,
    ended,
    async reached(count) {
      while (load.acknowledged.length < count) await wait(5)
    },
  }
}
