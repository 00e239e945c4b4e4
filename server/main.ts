import { createFirstAdministrator } from './admins/create-first-administrator.ts'
import { createApp } from './app.ts'
import { answerBackupCommand } from './backups/answer-backup-command.ts'
import { openBackupDoor } from './backups/backup-door.ts'
import { buildPages, keepInUse } from './build-pages.ts'
import { systemClock } from './clock.ts'
import { InvalidSettings, loadConfig, processEnvironment, type Config } from './config.ts'
import { isDiskFull } from './db/database-trouble.ts'
import { keepTidy } from './db/keep-tidy.ts'
import { DataFolderInUse, lockDataFolder } from './db/embedded/lock.ts'
import { migrateDatabase } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { resolveEventTimes } from './events/resolve-event-times.ts'
import { takeMissingSlugs } from './events/take-missing-slugs.ts'
import { createDevPages } from './http/dev-pages.ts'
import { loadPageBuild, serveAssets, servePages } from './http/pages.ts'
import { jobWork } from './job-work.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { readLinkKey } from './link-tokens/read-link-key.ts'
import { listen, UnusableAddress } from './listen.ts'
import { closeMailFolder, mailFolder } from './messages/mail-folder.ts'
import { warnOfTls } from './messages/mailer.ts'
import { createFailureReport } from './report-failure.ts'
import { InvalidSampleSeries, loadSampleSeries } from './sample/load-sample-series.ts'
import { InvalidSiteFile, loadSite } from './site/load-site.ts'
import { stopGracefully } from './stop-gracefully.ts'
import { UnusableDatabase } from './unusable-database.ts'

type Environment = Record<string, string | undefined>

const isDevelopment = process.argv.includes('--dev')

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

async function openEverything(config: Config, environment: Environment) {
  const lock = config.databaseUrl ? undefined : await lockDataFolder(config.dataDir)
  const buildFolder = isDevelopment ? undefined : await buildPages(environment, say)
  const [site, database] = await Promise.all([
    loadSite(config.siteFile),
    openDatabase({ ...config, embedded: { onFailure: endWithWords } }),
  ])
  await migrateDatabase(database)
  return { lock, buildFolder, site, database }
}

async function start() {
  const environment = processEnvironment(isDevelopment ? 'development' : 'production')
  const config = loadConfig(environment)
  const { lock, buildFolder, site, database } = await openEverything(config, environment)
  const moment = { now: systemClock.now(), timeZone: site.display.zone }
  await closeMailFolder(mailFolder(config.dataDir)).catch((error) =>
    say(`The folder of kept mails stays open to others: ${explain(error)}`),
  )
  await resolveEventTimes(database.db, moment)
  await takeMissingSlugs(database.db)
  if (config.sampleData) {
    const added = await loadSampleSeries(database.db, config.siteFile, moment)
    if (added > 0) say(`Sample series loaded: ${added} events.`)
  }
  const administrator = await createFirstAdministrator(database.db, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  // At once: whatever fails further on, nobody could sign in without it.
  if (administrator?.generatedPassword) {
    say(`First administrator: ${administrator.username}`)
    say(`Password (shown this once): ${administrator.generatedPassword}`)
  }
  // Made now, it is in every copy: what is kept of an erased address can be told by it alone.
  await readLinkKey(database.db)
  const report = createFailureReport(say)
  const jobs = createJobs(database, report)
  await jobs.start()
  const endTidying =
    database.kind === 'embedded' &&
    keepTidy(database.pool, (error) => report('Tidying the database', error))
  const app = await createApp({
    config,
    site,
    database,
    jobs,
    report,
    async pages(created) {
      if (!buildFolder) return servePages(created, await createDevPages(created))
      keepInUse(buildFolder)
      const build = loadPageBuild(buildFolder)
      await serveAssets(created, buildFolder)
      await servePages(created, { mode: 'production', build: () => build })
    },
  })
  const door =
    database.kind === 'embedded' &&
    (await openBackupDoor(config.dataDir, () => answerBackupCommand(config, database)))
  stopGracefully(app, async () => {
    if (endTidying) endTidying()
    if (door) door.close()
    await jobs.stop()
    await database.close()
    await lock?.release()
  })
  const address = await listen(app, config)
  say(`${site.series.name} is open at ${address}`)
  say(`The organiser's desk: ${address}/admin`)
  const warning = warnOfTls(config)
  if (warning) say(warning)
  // The pages come first: what waits in the queue has waited already.
  await jobs.work(jobWork(app.deps))
}

await start().catch(endWithWords)

function endWithWords(error: unknown): never {
  const isExpected =
    error instanceof InvalidSettings ||
    error instanceof InvalidSiteFile ||
    error instanceof DataFolderInUse ||
    error instanceof UnusableDatabase ||
    error instanceof UnusableAddress ||
    error instanceof InvalidSampleSeries
  const words = isDiskFull(error)
    ? 'The disk is full: nothing can be saved in DATA_DIR. What was saved is still there. Make room and start again.'
    : isExpected
      ? error.message
      : explain(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

function explain(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
