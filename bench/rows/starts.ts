import { residentMegabytes } from '#bench/measure/process-cost.ts'
import { median } from '#bench/measure/rounds.ts'
import type { Entry } from './entry.ts'

/** Measures seconds until a start with existing data and build serves its first page. */
export const measureStarts: Entry = {
  grows: false,
  async measure({ stage: { greenroom }, effort }) {
    const seconds: number[] = []
    for (let time = 0; time < effort.starts; time++) {
      await greenroom.stop()
      const began = performance.now()
      await greenroom.restart()
      const response = await fetch(greenroom.url)
      await response.text()
      if (!response.ok) throw new Error(`the first page was answered ${response.status}`)
      seconds.push((performance.now() - began) / 1000)
    }
    console.log(
      `from a later start to its first page ${median(seconds).toFixed(2)} s, resident then ` +
        `${await residentMegabytes(greenroom.pid)}`,
    )
    return []
  },
}
