import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { median } from './rounds.ts'

/** Seconds until a later start, on data that is there and pages that are built, prints its address. */
export async function measureStarts(greenroom: Greenroom, times: number): Promise<number> {
  const seconds: number[] = []
  for (let time = 0; time < times; time++) {
    await greenroom.stop()
    const began = performance.now()
    await greenroom.restart()
    seconds.push((performance.now() - began) / 1000)
  }
  return median(seconds)
}
