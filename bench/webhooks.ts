import { parseArgs } from 'node:util'
import { callThroughKills } from '#tests/support/call-through-kills.ts'
import { changeThroughKills } from '#tests/support/change-through-kills.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/**
 * `npm run bench:webhooks -- --kills 100`: kills two nodes in turns with -9 during publishing, moving and registering
 * with webhooks, feeds and MailerLite on, then one between registrations and the calls of a webhook. Fails if a
 * consumer of domain events missed one or handled one twice.
 */
const { values: options } = parseArgs({ options: { kills: { type: 'string', default: '100' } } })
const kills = Number(options.kills)

const { answered, registrations, published, moves, ...wrong } = await onServer(changeThroughKills)
console.log(`${kills} kills during changes:`, {
  answered,
  registrations,
  published,
  moves,
  ...wrong,
})
const called = await onServer(callThroughKills)
console.log(`${kills} kills before calls:`, called)
const isLost = called.lost > 0 || called.ids !== called.registrations || called.refused > 0
if (isLost || Object.values(wrong).some((count) => count > 0)) process.exitCode = 1

/** Runs on a durable PostgreSQL server of its own. */
async function onServer<Result>(
  work: (options: { databaseUrl: string; kills: number }) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres({ durable: true })
  if (server.url === null) throw new Error(server.reason)
  try {
    return await work({ databaseUrl: server.url, kills })
  } finally {
    await server.stop()
  }
}
