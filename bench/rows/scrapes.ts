import type { Growth } from '#bench/measure/growth.ts'
import { fillAdminArea } from '#bench/stage/fill-admin.ts'
import { openDatabases } from '#bench/stage/open-databases.ts'
import { loadSite } from '#features/site/server/load-site.ts'
import { fixedSite } from '#features/site/server/site-content.ts'
import { createApp } from '#main/app.ts'
import { gauges } from '#main/gauges.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { vacuum } from '#platform/db/vacuum.ts'
import { openMetrics } from '#platform/metrics/metrics-server.ts'
import { createSiteMetrics, type SiteMetrics } from '#platform/metrics/site-metrics.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { createSettingsStore } from '#platform/settings/settings-store.ts'
import { buildRecording } from '#tests/support/builders.ts'

const people = 100_000

/**
 * SQL that adds a mail and a job per registrant, and a delivery per registration for three webhooks; one in a
 * hundred is pending and one has failed.
 */
const outbox = [
  `insert into outbox_entries (kind, email, event_id, dedupe_key, state, attempts, tried_at, created_at)
    select 'registration_confirmed', u.email, r.event_id, 'filled',
      case r.id % 100 when 0 then 'waiting' when 1 then 'failed' else 'sent' end,
      1, now() - interval '1 hour', r.created_at
    from event_registrations r join users u on u.id = r.user_id`,
  `insert into jobs.job (name, data, singleton_key, state, completed_on) select 'send-message',
    jsonb_build_object('outboxEntryId', id), id::text,
    (case state when 'waiting' then 'created' when 'failed' then 'failed' else 'completed' end)::jobs.job_state,
    case state when 'waiting' then null else now() end from outbox_entries`,
  `insert into webhooks (url, events, active_since)
    select 'https://receiver' || n || '.example', array['registration.created'], now() from generate_series(1, 3) n`,
  `insert into webhook_deliveries (webhook_id, type, registration_id, state, ended_at)
    select w.id, 'registration.created', r.id,
      case r.id % 100 when 0 then 'waiting' when 1 then 'failed' else 'delivered' end,
      case r.id % 100 when 0 then null else now() end
    from event_registrations r cross join webhooks w`,
]

/** Measures a scrape among 100,000 people, compared with the cheapest query. Target: 10 ms. */
export async function measureScrapes(only: string | undefined, turns: number): Promise<Growth[]> {
  for await (const { kind, database } of openDatabases(only)) {
    for (let number = 1; number <= 10; number++) await buildRecording(database.db)
    await fillAdminArea(database.pool, people)
    const jobs = createJobs(database)
    await jobs.start()
    for (const statement of outbox) await database.pool.query(statement)
    await vacuum(database.pool)
    const config = loadConfig({ LOG_LEVEL: 'warn' })
    const settings = createSettingsStore(database.db, config)
    await settings.reload()
    const content = fixedSite(await loadSite(config.siteFile))
    let metrics: SiteMetrics | undefined
    const observe = (created: Parameters<typeof createSiteMetrics>[0]) =>
      void (metrics = createSiteMetrics(created, gauges))
    const app = await createApp({ config, settings, content, database, jobs, observe })
    const door = await openMetrics({ port: 0, host: '127.0.0.1' }, metrics!)
    console.log(`\n${kind}: ${people} people`)
    const scrape = async () => (await fetch(door.address)).text()
    for (let round = 0; round < 20; round++) await scrape()
    const waited = { 'select 1': [] as number[], 'a scrape': [] as number[] }
    for (let turn = 0; turn < turns * 20; turn++) {
      waited['select 1'].push(await time(() => database.pool.query('select 1')))
      waited['a scrape'].push(await time(scrape))
    }
    for (const [name, times] of Object.entries(waited)) {
      console.log(`${name}: median ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`)
    }
    door.close()
    await app.close()
    await jobs.stop()
  }
  return []
}

async function time(call: () => Promise<unknown>) {
  const began = performance.now()
  await call()
  return performance.now() - began
}

function at(times: number[], share: number) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)
}
