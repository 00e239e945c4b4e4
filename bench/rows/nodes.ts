import { forwardedFor } from '#bench/load/addresses.ts'
import { loadServer } from '#bench/load/client.ts'
import type { Asked } from '#bench/load/order.ts'
import { summarise, type Sample } from '#bench/measure/rounds.ts'
import { draw } from '#bench/measure/table.ts'
import { firstUpcomingEvent } from '#bench/stage/register-through.ts'
import { startSideProcess } from '#bench/stage/side-process.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import type { Bench, Entry } from './entry.ts'
import { registerBurst } from './registrations.ts'

const numbers = [1, 2, 4]
const path = '/'
const second = 1_000_000
/** CPUs of the database in the estimates; a node uses one. */
const processors = [2, 4, 8]

/** Cost of a response, a registration and a mail for one node and its database. */
type Costs = { read: Sample; registered: Sample; withMails: Sample; mail?: Sample }

/**
 * One, two and four nodes on one PostgreSQL server. This machine is too small to run them, so their rates are
 * estimated from the cost of each operation for a node and the database.
 */
export const measureNodes: Entry = {
  grows: false,
  async measure(bench) {
    const { stage } = bench
    if (stage.kind === 'embedded') return []
    const nodes = [stage.greenroom]
    const started: Greenroom[] = []
    const lines: string[][] = []
    const costs: Costs[] = []
    try {
      for (const number of numbers) {
        while (nodes.length < number) {
          const node = await stage.startNode()
          // Render the first page instead of serving it from the cache.
          await (await fetch(node.url)).text()
          nodes.push(node)
          started.push(node)
        }
        const cost = await measureCosts(bench, nodes)
        costs.push(cost)
        lines.push([String(number), ...describe(cost)])
      }
    } finally {
      for (const node of started) await node.close()
    }
    const heading = [
      'nodes',
      'read',
      'registration',
      'its database',
      'with its mail',
      'its database',
      'mail',
      'its database',
    ]
    console.log(
      `\nnodes on one PostgreSQL server, processor time for one\n\n${draw([heading, ...lines])}\n`,
    )
    console.log(foretell(costs[0]!).join('\n'))
    return []
  },
}

async function measureCosts({ stage, effort, client }: Bench, nodes: Greenroom[]): Promise<Costs> {
  const eventId = await firstUpcomingEvent(stage.greenroom.url)
  const asked = Array.from({ length: 4000 }, (_, caller): Asked => {
    return { method: 'GET', path, headers: { 'accept-encoding': 'br', ...forwardedFor(caller) } }
  })
  const read = () =>
    Promise.all(
      nodes.map(({ url, pid }) => {
        const order = { url, asked, connections: 12, seconds: effort.seconds }
        return loadServer(client, order, { pids: [pid] })
      }),
    )
  // A warm-up: a new node compiles its code first.
  await read()
  const reads = await read()
  const working = nodes.map((node) => ({
    node,
    sender: startSideProcess(import.meta.resolve('#bench/load/send-registrations.ts')),
  }))
  try {
    const count = Math.ceil(effort.registrations / 4) * 4
    await registerBurst(stage, working, { eventId, count })
    const { registered, withMails, left } = await registerBurst(stage, working, { eventId, count })
    return {
      read: summarise(reads),
      registered,
      withMails,
      mail: judgeMail({ registered, withMails }, left / count),
    }
  } finally {
    await Promise.all(working.map(({ sender }) => sender.stop()))
  }
}

/**
 * Estimates the cost of a mail from what happened after the last response; undefined if too few mails were
 * left.
 */
function judgeMail({ registered, withMails }: Omit<Costs, 'read'>, left: number) {
  if (left < 0.2) return undefined
  const after = (name: 'cpuMicroseconds' | 'databaseMicroseconds') =>
    ((withMails[name] ?? NaN) - (registered[name] ?? NaN)) / left
  return {
    rate: NaN,
    cpuMicroseconds: after('cpuMicroseconds'),
    databaseMicroseconds: after('databaseMicroseconds'),
  }
}

const time = (value: number | undefined) =>
  value === undefined ? '–' : `${Math.round(value).toLocaleString('en')} µs`

function describe({ read, registered, withMails, mail }: Costs): string[] {
  const pairs = [registered, withMails, mail].flatMap((sample) => [
    time(sample?.cpuMicroseconds),
    time(sample?.databaseMicroseconds),
  ])
  return [time(read.cpuMicroseconds), ...pairs]
}

/** Estimates the rate of a node with its own CPU, and how many nodes saturate a database. */
function foretell({ read, withMails, mail }: Costs): string[] {
  const each = (sample: Sample | undefined) =>
    sample?.cpuMicroseconds ? Math.round(second / sample.cpuMicroseconds).toLocaleString('en') : '–'
  const [node, database] = [withMails.cpuMicroseconds!, withMails.databaseMicroseconds!]
  const most = processors.map(
    (count) =>
      `of ${count} processors ${Math.round((count * second) / database).toLocaleString('en')} a second, ` +
      `which ${((count * node) / database).toFixed(1)} nodes use up`,
  )
  return [
    `on paper a node with a processor to itself: ${each(read)} reads, ${each(withMails)} registrations ` +
      `with their mails, ${each(mail)} mails a second`,
    `a database: ${most.join('; ')}; until then the nodes are the bottleneck, and reads never ask it`,
  ]
}
