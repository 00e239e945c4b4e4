import type { Crowd, Registered } from '#bench/load/send-registrations.ts'
import { summarise, type Sample } from '#bench/measure/rounds.ts'
import type { Row } from '#bench/measure/table.ts'
import { watchCost } from '#bench/measure/watch-cost.ts'
import { firstUpcomingEvent } from '#bench/stage/register-through.ts'
import { startSideProcess, type SideProcess } from '#bench/stage/side-process.ts'
import type { Stage } from '#bench/stage/stages.ts'
import { waitForMails } from '#bench/stage/wait-for-mails.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { besideBare, callers } from './beside-bare.ts'
import type { Entry } from './entry.ts'

/** Numbers of people not yet used in this run. */
let nextPerson = 1

/**
 * Registers a crowd with everything on: limits, queue and mails. Measures acknowledged responses per second,
 * compared with a bare database that commits the same rows; and the time until the last mail, without a
 * yardstick.
 */
export const measureRegistrations: Entry = {
  grows: true,
  async measure(bench) {
    const { stage, effort } = bench
    const { registrations: count } = effort
    const sender = startSideProcess(import.meta.resolve('#bench/load/send-registrations.ts'))
    const nodes = [{ node: stage.greenroom, sender }]
    const untilSent: Sample[] = []
    const eventId = await firstUpcomingEvent(stage.greenroom.url)
    const burst = async () => {
      const { registered, withMails } = await registerBurst(stage, nodes, { eventId, count })
      untilSent.push(withMails)
      return registered
    }
    try {
      const order = { eventId, first: () => takePeople(count), count }
      const [beside, besideLean] = await besideBare(bench, burst, [
        { ...order, work: 'register' },
        ...(stage.kind === 'postgres' ? [{ ...order, work: 'register lean' as const }] : []),
      ])
      // The first burst is a warm-up.
      const mails = { figure: summarise(untilSent.slice(1)) }
      const p99 = stage.kind === 'embedded' ? 400 : 250
      return [
        { name: 'registrations', comparison: beside!, aims: [{ rate: 0.6 }, { p99 }] },
        ...(besideLean
          ? [
              {
                name: 'registrations, beside a lean client',
                comparison: besideLean,
                aims: [{ rate: 0.25 }],
              },
            ]
          : []),
        { name: 'registrations until the last mail', comparison: mails, aims: [] },
      ] satisfies Row[]
    } finally {
      await sender.stop()
    }
  },
}

export type Burst = { eventId: number; count: number }
export type Bursting = {
  registered: Sample
  withMails: Sample
  /** Mails not yet sent at the last response, and their rate. */
  left: number
}

/** Measures one burst up to its last response and last mail; one mail per registration. */
export async function registerBurst(
  stage: Pick<Stage, 'serverPid' | 'countMails'>,
  nodes: { node: Greenroom; sender: SideProcess }[],
  { eventId, count }: Burst,
): Promise<Bursting> {
  const { countMails, serverPid } = stage
  const watched = { pids: nodes.map(({ node }) => node.pid), serverPid }
  const wanted = (await countMails()) + count
  const began = performance.now()
  let registered: Sample | undefined
  let left = 0
  const withMails = await watchCost(watched, async () => {
    registered = await watchCost(watched, async () => {
      const share = count / nodes.length
      const reports = await Promise.all(
        nodes.map(({ node, sender }) =>
          sender.ask<Registered>({
            url: node.url + registerForEvents.path,
            eventId,
            first: takePeople(share),
            count: share,
            callers: Math.ceil(callers / nodes.length),
          } satisfies Crowd),
        ),
      )
      const missing = reports.reduce((sum, { succeeded }) => sum + share - succeeded, 0)
      if (missing > 0) throw new Error(`${missing} of ${count} were not registered`)
      const slowest = (name: 'seconds' | 'p99') => Math.max(...reports.map((one) => one[name]))
      return { count, seconds: slowest('seconds'), p99: slowest('p99') }
    })
    left = wanted - (await countMails())
    await waitForMails(stage, wanted)
    return { count, seconds: (performance.now() - began) / 1000 }
  })
  return { registered: registered!, withMails, left }
}

export function takePeople(count: number): number {
  const first = nextPerson
  nextPerson += count
  return first
}
