import { cpuMicroseconds, familyMicroseconds } from './process-cost.ts'
import type { Sample } from './rounds.ts'

export type Watched = {
  /** The processes to measure. */
  pids: number[]
  /** The main process of the PostgreSQL server, if any. */
  serverPid?: number | undefined
}

/** Runs work and returns the cost of one of its `count` responses. */
export async function watchCost(
  { pids, serverPid }: Watched,
  work: () => Promise<{ count: number; seconds: number; p99?: number }>,
): Promise<Sample> {
  const read = async () => ({
    own: add(await Promise.all(pids.map(cpuMicroseconds))),
    database: serverPid === undefined ? undefined : await familyMicroseconds(serverPid),
    at: performance.now(),
  })
  const before = await read()
  const { count, seconds, p99 } = await work()
  const after = await read()
  const own = difference(before.own, after.own)
  const database = difference(before.database, after.database)
  const sample: Sample = { rate: count / seconds }
  if (own !== undefined) {
    sample.cpuMicroseconds = own / count
    sample.busy = own / (after.at - before.at) / 1000
  }
  if (database !== undefined) sample.databaseMicroseconds = database / count
  if (p99 !== undefined) sample.p99 = p99
  return sample
}

function difference(before: number | undefined, after: number | undefined) {
  return before === undefined || after === undefined ? undefined : after - before
}

function add(times: (number | undefined)[]) {
  return times.reduce((sum, one) =>
    sum === undefined || one === undefined ? undefined : sum + one,
  )
}
