import { firstEvent } from '#tests/support/first-event.ts'
import { Client } from 'pg'
import { faultAfter, faultLoad, registerThrough } from '#tests/support/register-through.ts'
import type { Cluster } from './start-cluster.ts'
import { waitForBoth } from './start-patroni.ts'
import { countLostAndDoubled } from '#tests/support/count-lost.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

export type Round = {
  kind: 'primary' | 'node'
  acknowledged: number
  lost: number
  doubled: number
  /** Seconds from the kill to the next acknowledged registration. */
  secondsWithout: number
  /**
   * Seconds from the restart of what was killed until the cluster is complete again: a synchronous standby, or
   * a node.
   */
  secondsToWhole: number
  refused: Record<string, number>
}

/** Kills the primary with its Patroni, or a node, during registrations, and counts the results. */
export async function playRound(cluster: Cluster, kind: Round['kind']): Promise<Round> {
  const { databases, nodes } = cluster
  const primary = await waitForBoth(databases, 120)
  const killed = kind === 'primary' ? databases.find(({ name }) => name === primary)! : nodes[0]
  const survivors = kind === 'primary' ? nodes : nodes.slice(1)
  const pids = survivors.map(({ pid }) => pid)

  const load = registerThrough(cluster.url, await firstEvent(cluster), faultLoad)
  await load.reached(faultAfter)
  await killed.kill()
  const killedAt = performance.now()
  await load.ended
  const next = load.moments.find((moment) => moment > killedAt)

  const startedAt = performance.now()
  if ('restart' in killed) await killed.restart()
  else killed.start()
  await waitForBoth(databases, 180)
  await waitUntil('both nodes are ready', 60, async () => {
    const answers = await Promise.all(nodes.map(({ url }) => fetch(`${url}/api/ready`)))
    return answers.every(({ ok }) => ok)
  })
  const secondsToWhole = (performance.now() - startedAt) / 1000
  if (survivors.some(({ pid }, index) => pid !== pids[index])) throw new Error('a node restarted')
  return {
    kind,
    acknowledged: load.acknowledged.length,
    ...(await countAt(cluster, load.acknowledged)),
    secondsWithout: ((next ?? Number.POSITIVE_INFINITY) - killedAt) / 1000,
    secondsToWhole,
    refused: load.refused,
  }
}

async function countAt({ databaseUrl }: Cluster, emails: string[]) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await countLostAndDoubled(client, emails)
  } finally {
    await client.end()
  }
}
