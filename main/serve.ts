import { sql } from 'drizzle-orm'
import { createFirstAdministrator } from '#features/administrators/server/accounts.ts'
import { recordHistory } from '#features/events/server/sweep-moments.ts'
import { refreshEventInstants } from '#features/events/server/write-events.ts'
import { readFeed } from '#features/feeds/server/series-feed.ts'
import { closeMailFolder, mailFolder, warnAboutTls } from '#features/mails/server/mailer.ts'
import { openSite } from '#features/site/server/open-site.ts'
import { renderOwnPages } from '#features/site/server/own-page.ts'
import { systemClock } from '#kernel/clock.ts'
import { openBackupSocket } from '#platform/backups/backup-socket.ts'
import { answerBackupCommand } from '#platform/backups/make-backup.ts'
import type { DataFolderLock } from '#platform/db/embedded/lock.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { tryStatementNames } from '#platform/db/statement-names.ts'
import { startVacuuming } from '#platform/db/vacuum.ts'
import { createFailureReport } from '#platform/errors/report-failure.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log/log.ts'
import type { Deps } from '#platform/deps.ts'
import { openMetrics } from '#platform/metrics/metrics-server.ts'
import type { SiteMetrics } from '#platform/metrics/site-metrics.ts'
import type { Config } from '#platform/settings/config.ts'
import { createSettingsStore } from '#platform/settings/settings-store.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { createApp } from './app.ts'
import { gauges } from './gauges.ts'
import { everySecond, jobHandlers } from './jobs.ts'
import { openHealthDoor } from './health-command.ts'
import { listen, openingLines, stopGracefully } from './listen.ts'
import { loadSampleSeries } from './sample-series.ts'
import { openSiteDoor } from './site-command.ts'

export type Opened = {
  config: Config
  database: OpenDatabase
  /** The lock of the data folder, if it contains an embedded database. */
  lock: DataFolderLock | undefined
  isDevelopment: boolean
  /** Whether the process only serves requests, and runs no jobs or sweeps and sends no mails. */
  isWithoutJobs: boolean
  say: (line: string) => void
  /** Adds sample people if the database has no people; in development only. */
  fill: ((deps: Deps) => Promise<number>) | undefined
}

/** Migrates the database, starts serving pages and the API, and then runs queued jobs. */
export async function serve({
  config,
  database,
  lock,
  isDevelopment,
  isWithoutJobs,
  say,
  fill,
}: Opened): Promise<void> {
  if (database.kind === 'postgres') await tryStatementNames(database)
  await migrateDatabase(database)
  const content = await openSite(database.db, config)
  await renderOwnPages(database.db, content.site())
  const time = { now: systemClock.now(), timeZone: content.site().display.zone }
  await refreshEventInstants(database.db, time.timeZone)
  await recordHistory(database.db, time)
  await closeMailFolder(mailFolder(config.dataDir)).catch((error) =>
    say(`The folder of stored mails is readable by other users: ${(error as Error).message}`),
  )
  if (config.sampleData) {
    const added = await loadSampleSeries(database.db, config.siteFile, time)
    if (added > 0) say(`Sample series loaded: ${added} events.`)
  }
  const administrator = await createFirstAdministrator(database.db, {
    username: config.adminUsername,
    password: config.adminPassword,
  })
  // Print the generated password now: if the start failed later, the password would be lost.
  if (administrator?.generatedPassword) {
    say(`First administrator: ${administrator.username}`)
    say(`Password (shown this once): ${administrator.generatedPassword}`)
  }
  const settings = createSettingsStore(database.db, config)
  await settings.reload()
  await readLinkKey(database.db)
  // Create the key that hashes the emails of erased people, so that every backup contains the key.
  await database.db.execute(sql`select greenroom_address_hash('')`)
  // Create the permanent id of the news feed, so that every backup contains the id.
  await readFeed(database.db)
  const log = createLog({ level: config.logLevel })
  const report = createFailureReport((line) => log.error(line))
  const jobs = createJobs(database, report, log)
  await jobs.start()
  const endTidying =
    database.kind === 'embedded' &&
    startVacuuming(database.pool, (error) => report('Tidying the database', error))
  let metrics: SiteMetrics | undefined
  const { metricsPort } = config
  // Import the metrics library only if needed, because it costs memory.
  const observing =
    metricsPort === undefined ? undefined : await import('#platform/metrics/site-metrics.ts')
  const app = await createApp({
    config,
    content,
    settings,
    database,
    jobs,
    report,
    logger: log,
    observe(created) {
      metrics = observing?.createSiteMetrics(created, gauges)
    },
    async pages(created) {
      if (isDevelopment) (await import('./mail-gallery.ts')).serveMailGallery(created)
      const { addPages } = isDevelopment
        ? await import('./pages/dev-pages.ts')
        : await import('./pages/built-pages.ts')
      await addPages(created)
    },
  })
  const filledWith = await fill?.(app.deps)
  if (filledWith) {
    say(`Filled with ${filledWith} sample people. To start over, delete ${config.dataDir}.`)
  }
  const door =
    database.kind === 'embedded' &&
    (await openBackupSocket(config.dataDir, () =>
      answerBackupCommand({ ...config, ...settings.current() }, database, 'site'),
    ))
  const siteDoor = database.kind === 'embedded' && (await openSiteDoor(app.deps))
  const healthDoor = database.kind === 'embedded' && (await openHealthDoor(app.deps))
  let metricsDoor: Awaited<ReturnType<typeof openMetrics>> | undefined
  stopGracefully(app, async () => {
    metricsDoor?.close()
    if (endTidying) endTidying()
    if (door) door.close()
    if (siteDoor) siteDoor.close()
    if (healthDoor) healthDoor.close()
    await jobs.stop()
    await database.close()
    await lock?.release()
  })
  const address = await listen(app, config)
  const { publicUrl } = settings.current()
  for (const line of openingLines(content.site().series.name, { address, publicUrl })) say(line)
  if (metrics && !isWithoutJobs) {
    const place = { port: metricsPort!, host: config.metricsHost }
    // If the metrics port cannot be opened, the site must run nevertheless.
    metricsDoor = await openMetrics(place, metrics).catch((error: unknown) => {
      report('Serving metrics', error)
      return undefined
    })
    if (metricsDoor) say(`Metrics: ${metricsDoor.address}`)
  }
  const warning = warnAboutTls(settings.current())
  if (warning) say(warning)
  // Run jobs only after the server listens: queued jobs can wait a moment longer than visitors.
  if (!isWithoutJobs) await jobs.work(jobHandlers(app.deps), everySecond(app.deps))
}
