import { compare, type Comparison, type Sample } from '#bench/measure/rounds.ts'
import { watchCost } from '#bench/measure/watch-cost.ts'
import { startSideProcess } from '#bench/stage/side-process.ts'
import type { Batch } from '#bench/yardsticks/bare-database.ts'
import type { Bench } from './entry.ts'

/** Number of concurrent callers. */
export const callers = 50

/** The yardstick's work in one round. */
export type Order = Pick<Batch, 'work' | 'eventId' | 'count'> & {
  first(): number
  /** Number of site responses that one unit of this work represents. Default: 1. */
  answers?: number
}

/** Compares with the bare database doing the same, or measures alone on request. */
export async function besideBare(
  { stage, effort }: Bench,
  figure: () => Promise<Sample>,
  orders: Order[],
): Promise<Comparison[]> {
  if (effort.isAlone) return compare(effort.rounds, figure)
  const bare = startSideProcess(import.meta.resolve('#bench/yardsticks/bare-database.ts'))
  const watched = { pids: [bare.pid], serverPid: stage.serverPid }
  const sides = orders.map(({ first, answers = 1, ...order }) => () => {
    const batch: Batch = { ...order, first: first(), callers }
    return watchCost(watched, async () => {
      const { seconds } = await bare.ask<{ seconds: number }>(batch)
      return { count: order.count * answers, seconds }
    })
  })
  try {
    await bare.ask({ ...stage.yardstick, people: effort.people })
    // Readers need a session.
    await bare.ask({ work: 'enter', eventId: 0, first: 1, count: callers, callers } satisfies Batch)
    return await compare(effort.rounds, figure, ...sides)
  } finally {
    await bare.stop()
  }
}
