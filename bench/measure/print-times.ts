import type { OpenDatabase } from '#platform/db/open.ts'
import { measureStatements } from './statement-times.ts'

/**
 * Prints durations of calls in milliseconds: the caller's waiting time over `turns` calls, and the database's
 * time for one; returns the median of the former.
 */
export async function printTimes(
  name: string,
  database: OpenDatabase,
  calls: (() => Promise<unknown>)[],
  turns: number,
): Promise<number> {
  const waited: number[] = []
  const worked: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    for (const call of calls) {
      const began = performance.now()
      await call()
      waited.push(performance.now() - began)
    }
  }
  for (const call of calls) worked.push(await measureStatements(database, call))
  const { length } = waited
  console.log(
    `${name}: median ${at(waited, 0.5)} ms, p95 ${at(waited, 0.95)} ms, of ${length}; ` +
      `statements median ${at(worked, 0.5)} ms, p95 ${at(worked, 0.95)} ms`,
  )
  return Number(at(worked, 0.5))
}

function at(times: number[], share: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)
}
