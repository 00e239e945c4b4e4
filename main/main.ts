import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { openDatabase } from '#platform/db/open.ts'
import { isDiskFull } from '#platform/errors/database-trouble.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import type { Opened } from './serve.ts'

const isDevelopment = process.argv.includes('--dev')
const isFilled = process.argv.includes('--filled')
/**
 * With `--without-jobs`, the server runs no jobs and sends no mails. deploy/upgrade tests a new release in this way
 * before visitors use it.
 */
const isWithoutJobs = process.argv.includes('--without-jobs')

const namesLost =
  'The pooler of DATABASE_URL loses the names of statements, so they are not used, and a registration takes twice the CPU time. docs/operations.md lists poolers that keep them.'

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

async function openEverything(): Promise<Opened> {
  if (isFilled && !isDevelopment) {
    throw new OperatorError('--filled is for development: npm run dev -- --filled')
  }
  const environment = processEnvironment(isDevelopment ? 'development' : 'production')
  const filled = isFilled ? await import('./filled-series.ts') : undefined
  const config = loadConfig(filled ? filled.filledSettings(environment) : environment)
  const lock = config.databaseUrl ? undefined : await lockDataFolder(config.dataDir)
  const database = await openDatabase({
    ...config,
    embedded: { onFailure: endWithWords },
    onNamesLost: () => say(namesLost),
  })
  return { config, database, lock, isDevelopment, isWithoutJobs, say, fill: filled?.fillSeries }
}

/** Loading modules blocks the event loop, so let the embedded database's thread start first. */
async function readTheRest() {
  await nextTurn()
  return import('./serve.ts')
}

async function start() {
  const [opened, { serve }] = await Promise.all([openEverything(), readTheRest()])
  await serve(opened)
}

await start().catch(endWithWords)

function endWithWords(error: unknown): never {
  const words = isDiskFull(error)
    ? 'The disk is full, so nothing can be saved in DATA_DIR. Saved data is intact. Free some space and start again.'
    : error instanceof OperatorError
      ? error.message
      : explain(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

function explain(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
