import { setTimeout as wait } from 'node:timers/promises'

/** Repeats `ask` until it returns a truthy value. Throws after the time limit, with the last error. */
export async function waitUntil<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | false> | T | false,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  let cause: unknown
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== false) return answer
    } catch (error) {
      cause = error
    }
    await wait(100)
  }
  throw new Error(`Not within ${seconds} s: ${what}`, { cause })
}
