import type { Sample } from '#bench/measure/rounds.ts'
import { watchCost, type Watched } from '#bench/measure/watch-cost.ts'
import type { Order } from './order.ts'
import { loadWithAutocannon } from './load-with-autocannon.ts'
import { hasWrk, loadWithWrk } from './load-with-wrk.ts'

/**
 * `wrk` where it is installed, which asks several times quicker than any server here answers; else
 * autocannon in several workers, which a bare server may outrun: the columns "busy" show it.
 */
export async function findClient() {
  return (await hasWrk())
    ? { name: 'wrk', load: loadWithWrk }
    : { name: 'autocannon in two workers', load: loadWithAutocannon }
}
export type LoadClient = Awaited<ReturnType<typeof findClient>>

/** One round of load on a server, and what it cost there. */
export function loadServer(client: LoadClient, order: Order, watched: Watched): Promise<Sample> {
  return watchCost(watched, () => client.load(order))
}
