import type { Sample } from '#bench/measure/rounds.ts'
import { watchCost, type Watched } from '#bench/measure/watch-cost.ts'
import type { Order } from './order.ts'
import { loadWithAutocannon } from './load-with-autocannon.ts'
import { hasWrk, loadWithWrk } from './load-with-wrk.ts'

/**
 * Uses `wrk` if installed, which is several times faster than any server here; otherwise autocannon with
 * several workers, which a bare server may outrun, as the column "busy" shows.
 */
export async function findClient() {
  return (await hasWrk())
    ? { name: 'wrk', load: loadWithWrk }
    : { name: 'autocannon in two workers', load: loadWithAutocannon }
}
export type LoadClient = Awaited<ReturnType<typeof findClient>>

/** Runs one round of load on a server and measures its cost there. */
export function loadServer(client: LoadClient, order: Order, watched: Watched): Promise<Sample> {
  return watchCost(watched, () => client.load(order))
}
