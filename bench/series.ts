import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres.ts'
import { placeThroughKill } from '#tests/support/series-through-kill.ts'

/**
 * `npm run bench:series -- --people 10000`: opens an event for people who asked for every event, on two nodes of which
 * one is killed. Prints the seconds from the first person registered to the last, and the counts.
 */
const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '10000' } },
})
const server = await startPostgres({ durable: true })
if (server.url === null) throw new Error(server.reason)
const closings: (() => Promise<unknown>)[] = []
try {
  const run = await placeThroughKill({
    databaseUrl: server.url,
    people: Number(options.people),
    onEnd: (close) => closings.push(close),
  })
  console.log(run)
} finally {
  for (const close of closings) await close()
  await server.stop()
}
