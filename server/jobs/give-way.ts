import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Jobs go on after that in any case: a crowd may come for an hour. */
const patienceMs = 3000
const lookMs = 10

type Places = Pick<Pool, 'waitingCount' | 'totalCount' | 'idleCount'> & {
  options: Pick<Pool['options'], 'max'>
}

/** In a crowd there are moments in which nobody waits for a connection, but most are in use. */
function isCrowded({ waitingCount, totalCount, idleCount, options }: Places) {
  return waitingCount > 0 || totalCount - idleCount > options.max / 2
}

/**
 * Waits until the database is not crowded: whoever registers comes before the mails about it, which this
 * same process writes.
 */
export async function backOff(pool: Places): Promise<void> {
  const until = performance.now() + patienceMs
  while (isCrowded(pool) && performance.now() < until) {
    await wait(lookMs, undefined, { ref: false })
  }
}
