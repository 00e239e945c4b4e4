import type { HealthFinding } from '#features/health/contract.ts'
import { checkFolder } from '#features/health/server/check-folder.ts'
import { checkHealth, inOrder } from '#features/health/server/check-health.ts'
import { red, yellow, type HealthContext } from '#features/health/server/findings.ts'
import { checkNames } from '#features/health/rules.ts'
import { readSiteFile } from '#features/site/server/load-site.ts'
import { openSite } from '#features/site/server/open-site.ts'
import { systemClock } from '#kernel/clock.ts'
import type { Site } from '#kernel/site.ts'
import { askSiteHealth } from '#main/health-command.ts'
import { hasCluster } from '#platform/db/embedded/cluster-folder.ts'
import { DataFolderInUse, lockDataFolder, type DataFolderLock } from '#platform/db/embedded/lock.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { processEnvironment, readConfig, type Config } from '#platform/settings/config.ts'
import { createSettingsStore } from '#platform/settings/settings-store.ts'
import { siteVersions } from '#schema/site.ts'
import { runCommand } from './command.ts'

/**
 * `npm run doctor [-- --json]`: checks everything on which the site depends, and prints green, yellow and red
 * lines. Works whether or not the site is running, changes no data and sends nothing. Exit code 1 if a line is
 * red.
 */
await runCommand(async (words) => {
  const unknown = words.filter((word) => word !== '--json')
  if (unknown.length > 0)
    throw new OperatorError('Usage: npm run doctor, or npm run doctor -- --json')
  const findings = await lookAtAll()
  if (findings.some(({ state }) => state === 'red')) process.exitCode = 1
  return words.includes('--json') ? JSON.stringify(findings, null, 2) : writeOut(findings)
})
// Hanging network connections must not delay the exit.
setTimeout(() => process.exit(), 1000).unref()

async function lookAtAll(): Promise<HealthFinding[]> {
  const { config, problems } = readConfig(processEnvironment())
  const context: HealthContext = {
    config,
    problems,
    settings: config,
    stored: {},
    database: undefined,
    now: () => systemClock.now(),
    timeZone: 'UTC',
    site: undefined,
  }
  // If DATABASE_URL is invalid, open no database: the embedded one would be the wrong one.
  if (problems.some((problem) => problem.startsWith('DATABASE_URL '))) return checkHealth(context)
  return config.databaseUrl ? lookAtServer(context) : lookAtFolder(context)
}

async function lookAtServer(context: HealthContext) {
  const opened = await openDatabase({ ...context.config, namedStatements: false, connections: 5 })
  return lookAtOpened(context, opened)
}

/**
 * Returns the health findings about a site with the embedded database. If the site is running, its process provides
 * them.
 */
async function lookAtFolder(context: HealthContext): Promise<HealthFinding[]> {
  const { dataDir } = context.config
  const isUsable = (await checkFolder(context)).every(({ state }) => state !== 'red')
  if (!isUsable) return checkHealth(context)
  if (!hasCluster(dataDir)) {
    const words = `There is no database in DATA_DIR (${dataDir}) yet. The first start creates it.`
    return addFindings(await checkHealth(context), [yellow('database', words)])
  }
  let lock: DataFolderLock
  try {
    lock = await lockDataFolder(dataDir)
  } catch (error) {
    if (error instanceof DataFolderInUse) return lookThroughSite(context)
    return addFindings(await checkHealth(context), [judgeUnopened(error)])
  }
  try {
    return await lookAtOpened(context, await openDatabase(context.config))
  } catch (error) {
    return addFindings(await checkHealth(context), [judgeUnopened(error)])
  } finally {
    await lock.release()
  }
}

/**
 * Asks the running site for its health findings, and adds problems of the settings in the environment, which the site
 * would read at its next start.
 */
async function lookThroughSite(context: HealthContext): Promise<HealthFinding[]> {
  const { config, problems } = context
  try {
    const found = await askSiteHealth(config.dataDir)
    const own = [
      ...problems.map((problem) => red('settings', `For the next start: ${problem}.`)),
      ...config.misspelt.map(({ name, meant }) =>
        yellow('settings', `For the next start: ${name} is not a setting. Did you mean ${meant}?`),
      ),
    ]
    return own.length > 0 ? addFindings(found, own) : found
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return addFindings(await checkHealth(context), [red('site', error.message)])
  }
}

/**
 * Merges the health findings of this command, `own`, with those of the running site, `found`. If both checked the same
 * thing, a problem in `own` replaces a green finding of the site.
 */
function addFindings(found: HealthFinding[], own: HealthFinding[]): HealthFinding[] {
  const isSaid = ({ check, state }: HealthFinding) =>
    own.some((one) => one.check === check) && (state === 'green' || check === 'site')
  return inOrder([...own, ...found.filter((one) => !isSaid(one))])
}

function judgeUnopened(error: unknown): HealthFinding {
  const isExpected = error instanceof OperatorError
  const words = isExpected
    ? error.message
    : 'The embedded database cannot be opened. Start the site and read its messages, or restore a backup.'
  return red('database', words)
}

async function lookAtOpened(context: HealthContext, opened: OpenDatabase) {
  try {
    const more = await readFromDatabase(context, opened).catch(() => ({}))
    return await checkHealth({ ...context, ...more, database: opened })
  } finally {
    await opened.close()
  }
}

/** Returns the settings stored in the database, and the display time zone if the site's content can be read. */
async function readFromDatabase({ config, problems }: HealthContext, { db }: OpenDatabase) {
  const store = createSettingsStore(db, config)
  await store.reload()
  const { site, problem } = await readSite(config, { db })
  return {
    settings: store.current(),
    stored: store.stored(),
    ...(site && { timeZone: site.display.zone }),
    ...(problem && { problems: [...problems, problem] }),
  }
}

type Read = { site?: Site; problem?: string }

async function readSite(config: Config, { db }: Pick<OpenDatabase, 'db'>): Promise<Read> {
  try {
    if (config.siteFileDecides) return await readSiteFile(config.siteFile)
    // Do not call `openSite` if the database has no site content yet: `openSite` would store the initial content, but
    // this check must not change data.
    if ((await db.$count(siteVersions)) === 0) return {}
    return { site: (await openSite(db, config)).site() }
  } catch (error) {
    return error instanceof OperatorError ? { problem: error.message } : {}
  }
}

function writeOut(findings: HealthFinding[]): string {
  const names = findings.map(({ check }) => checkNames[check])
  const width = Math.max(...names.map((name) => name.length))
  const lines = findings.map(
    ({ state, message }, index) => `${state.padEnd(6)}  ${names[index]!.padEnd(width)}  ${message}`,
  )
  const count = (state: string) => findings.filter((one) => one.state === state).length
  return [
    ...lines,
    '',
    `${count('red')} red, ${count('yellow')} yellow, ${count('green')} green`,
  ].join('\n')
}
