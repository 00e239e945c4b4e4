import { setImmediate as nextTurn } from 'node:timers/promises'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { openDatabase } from '#platform/db/open.ts'
import { isDiskFull } from '#platform/errors/database-trouble.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { loadConfig, processEnvironment } from '#platform/settings/config.ts'
import type { Opened } from './serve.ts'

const isDevelopment = process.argv.includes('--dev')
const isFilled = process.argv.includes('--filled')
/** deploy/upgrade tries a version so, before any visitor or mail is its. */
const isWithoutJobs = process.argv.includes('--without-jobs')

const namesLost =
  'DATABASE_URL leads to a pooler that loses the names of statements: they are left off, and a registration takes twice the processor time. docs/operations.md says which poolers keep them.'

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

/** Reading modules holds this thread: the embedded database's own is to have begun by then. */
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
    ? 'The disk is full: nothing can be saved in DATA_DIR. What was saved is still there. Make room and start again.'
    : error instanceof OperatorError
      ? error.message
      : explain(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

function explain(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
