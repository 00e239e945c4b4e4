import { setTimeout as wait } from 'node:timers/promises'
import { visitor } from '#bench/stage/people.ts'

const everyMs = 200

/** Registers five new people a second until stopped; then returns their waiting times. */
export function registerSteadily(url: string, eventId: number, first: number) {
  const stopping = new AbortController()
  const waited: number[] = []
  const underWay: Promise<void>[] = []
  let failed = 0

  async function register(number: number) {
    const begun = performance.now()
    const response = await fetch(`${url}/api/register-multi-event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(visitor(number, eventId)),
    })
    await response.text()
    waited.push(performance.now() - begun)
    if (!response.ok) failed += 1
  }
  async function run() {
    for (let number = first; !stopping.signal.aborted; number += 1) {
      underWay.push(register(number))
      await wait(everyMs)
    }
    await Promise.all(underWay)
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
    const sorted = waited.toSorted((one, other) => one - other)
    const share = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
    return { count: sorted.length, failed, median: share(0.5), p99: share(0.99), most: share(1) }
  }
}
