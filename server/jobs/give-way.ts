import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Jobs go on after that in any case: a crowd may come for an hour. */
const patienceMs = 1000
const lookMs = 10

/**
 * Waits until nobody waits for a connection of the database: whoever registers comes before the mails
 * about it, which this same process writes.
 */
export async function giveWay(pool: Pick<Pool, 'waitingCount'>): Promise<void> {
  const until = performance.now() + patienceMs
  while (pool.waitingCount > 0 && performance.now() < until) {
    await wait(lookMs, undefined, { ref: false })
  }
}
