import autocannon from 'autocannon'
import { visitor } from './people.ts'

export type Order = { url: string; eventId: number; first: number; count: number; callers: number }
export type Delivery = { succeeded: number; seconds: number; p99: number }

/** Registers `count` different people from `callers` connections, none of them twice. */
async function send({ url, eventId, first, count, callers }: Order): Promise<Delivery> {
  let next = first
  let started = 0
  let ended = 0
  const share = (caller: number) => Math.floor(count / callers) + (caller < count % callers ? 1 : 0)
  let caller = 0
  const run = autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections: callers,
    amount: count,
    setupClient(client) {
      const bodies = Array.from({ length: share(caller++) }, () => visitor(next++, eventId))
      client.setRequests(bodies.map((body) => ({ body: JSON.stringify(body) })))
    },
  })
  run.on('response', () => (ended = performance.now()))
  run.on('start', () => (started = performance.now()))
  const report = await run
  return {
    succeeded: report['2xx'],
    seconds: (ended - started) / 1000,
    p99: report.latency.p99,
  }
}

async function deliver(order: Order) {
  process.send!(await send(order))
}

process.on('message', (order: Order) => void deliver(order))
process.once('disconnect', () => process.exit(0))
