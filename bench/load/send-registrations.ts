import autocannon from 'autocannon'
import { answerMessages } from '#bench/stage/answer-messages.ts'
import { visitor } from '#bench/stage/people.ts'
import { forwardedFor } from './addresses.ts'

export type Crowd = { url: string; eventId: number; first: number; count: number; callers: number }
export type Registered = { succeeded: number; seconds: number; p99: number }

/** Registers `count` different people over `callers` connections. */
async function send({ url, eventId, first, count, callers }: Crowd): Promise<Registered> {
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
      const people = Array.from({ length: share(caller++) }, () => next++)
      client.setRequests(
        people.map((number) => ({
          headers: { 'content-type': 'application/json', ...forwardedFor(number) },
          body: JSON.stringify(visitor(number, eventId)),
        })),
      )
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

answerMessages(send)
