// @module-tag postgres
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { getHealth } from '#kernel/health.ts'
import { openDatabase } from '#platform/db/open.ts'
import { UnusableAddress } from '#platform/http/listening-trouble.ts'
import { openMetrics } from '#platform/metrics/metrics-server.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { backups } from '#schema/platform.ts'
import { webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { testDatabase } from '#tests/support/database.ts'
import { appWithMetrics, readSeries } from '#tests/support/metrics-stage.ts'
import { noteStatements } from '#tests/support/note-statements.ts'
import { gauges } from './gauges.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)

test('gauges tell what waits, what was given up, and how old the last sweep and copy are', async () => {
  const { db, scrape } = await appWithMetrics()
  const before = readSeries(await scrape())
  expect(before.get('greenroom_database_up')).toBe(1)
  expect(before.get('greenroom_mail_oldest_waiting_seconds')).toBe(0)
  expect(before.get('greenroom_webhook_oldest_waiting_seconds')).toBe(0)
  expect(before.has('greenroom_copy_age_seconds')).toBe(false)
  expect(before.has('greenroom_sweep_age_seconds')).toBe(false)

  const event = await buildEvent(db)
  const draft = await buildEvent(db, { publishAt: 'draft' })
  const person = await buildPerson(db)
  const { id: registrationId } = await buildRegistration(db, {
    userId: person.id,
    eventId: event.id,
  })
  const mail = { kind: 'registration_confirmed' as const, eventId: event.id }
  const failed = { ...mail, state: 'failed' as const }
  await db.insert(outboxEntries).values([
    { ...mail, email: 'tried@example.com', createdAt: hoursAgo(1), attempts: 3 },
    // A mail that waits for its event to be published is not late, nor one sent with another mail.
    { ...mail, eventId: draft.id, email: 'draft@example.com', createdAt: hoursAgo(50) },
    // Nor one that a full mailbox has been rejecting for days.
    { ...mail, email: person.email, dedupeKey: 'full', createdAt: hoursAgo(60), attempts: 9 },
    { ...mail, email: 'carried@example.com', carriedBy: 1, createdAt: hoursAgo(50) },
    { ...failed, email: 'failed@example.com', triedAt: hoursAgo(1) },
    { ...failed, email: 'long-ago@example.com', triedAt: hoursAgo(100) },
    { ...failed, email: person.email, triedAt: hoursAgo(1) },
  ])
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from people where email = ${person.email}`,
  )
  await db
    .insert(bounces)
    .values({ email: person.email, personKey: rows[0]!.key, isLasting: true, reason: 'gone' })
  await db
    .insert(webinarSeats)
    .values({ registrationId, state: 'failed', triedAt: hoursAgo(1), attempts: 1 })
  const copy = { endedAt: new Date(), name: 'copy' }
  await db.insert(backups).values([
    { ...copy, madeAt: hoursAgo(30), people: 1 },
    { ...copy, madeAt: hoursAgo(2), failure: 'The disk is full' },
  ])
  const hook = {
    url: 'https://example.com/hook',
    events: ['event.moved'],
    activeSince: hoursAgo(9),
  }
  const off = { ...hook, offSince: hoursAgo(1) }
  const [on, silent] = await db
    .insert(webhooks)
    .values([
      { ...hook, failingSince: hoursAgo(1) },
      { ...off, offFor: 'failing' },
      { ...off, offFor: 'hand' },
    ])
    .returning({ id: webhooks.id })
  const told = { webhookId: on!.id, type: 'event.moved' }
  const givenUp = { ...told, state: 'failed' as const }
  await db.insert(webhookDeliveries).values([
    { ...told, occurredAt: hoursAgo(2) },
    { ...told, occurredAt: hoursAgo(1) },
    { ...told, state: 'delivered', occurredAt: hoursAgo(8) },
    { ...givenUp, occurredAt: hoursAgo(80), endedAt: hoursAgo(1) },
    { ...givenUp, occurredAt: hoursAgo(200), endedAt: hoursAgo(100) },
    // Calls of a switched-off webhook are reported by that state only.
    { ...told, webhookId: silent!.id, occurredAt: hoursAgo(50) },
  ])
  await db.execute(sql`insert into jobs.job (name, state, completed_on) values
    ('sweep', 'completed', now() - interval '5 minutes'), ('sweep', 'failed', now())`)
  await db.execute(sql`insert into jobs.job (name) values ('tell-provider'), ('tell-provider')`)

  const series = readSeries(await scrape())
  expect(series.get('greenroom_mail_oldest_waiting_seconds')! / 3600).toBeCloseTo(1, 1)
  expect(series.get('greenroom_mails_failed')).toBe(1)
  expect(series.get('greenroom_seats_failed')).toBe(1)
  expect(series.get('greenroom_webhooks_off')).toBe(1)
  expect(series.get('greenroom_webhooks_failing')).toBe(1)
  expect(series.get('greenroom_webhook_deliveries_failed')).toBe(1)
  expect(series.get('greenroom_webhook_oldest_waiting_seconds')! / 3600).toBeCloseTo(2, 1)
  expect(series.get('greenroom_copy_age_seconds')! / 3600).toBeCloseTo(30, 1)
  expect(series.get('greenroom_sweep_age_seconds')! / 60).toBeCloseTo(5, 0)
  expect(series.get('greenroom_jobs_due{queue="tell-provider"}')).toBe(2)
  expect(series.get('greenroom_jobs_due{queue="make-backup"}')).toBe(0)
  expect(series.get('greenroom_listening')).toBe(1)
})

test('three hundred scrapes at once are all answered, by few statements', async () => {
  const { scrape } = await appWithMetrics()
  const noted = noteStatements()
  const texts = await Promise.all(Array.from({ length: 300 }, scrape))
  expect(texts.every((text) => text.includes('greenroom_database_up 1'))).toBe(true)
  expect(noted.filter((name) => name === 'read_gauges').length).toBeLessThan(100)
})

test('metrics are at their own address alone, and nothing else is there', async () => {
  const { app, address } = await appWithMetrics()
  const { origin } = new URL(address)
  expect((await fetch(`${origin}/`)).status).toBe(404)
  expect((await fetch(`${origin}${getHealth.path}`)).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  expect((await fetch(address)).headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const outside = await app.inject({ url: '/metrics' })
  expect(outside.body).not.toContain('greenroom_')
})

test('a port that is taken and a host that is elsewhere are named by the settings of the metrics', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const metrics = { render: async () => '', contentType: 'text/plain' }
  const taken = openMetrics({ port, host: '127.0.0.1' }, metrics)
  await expect(taken).rejects.toThrow(UnusableAddress)
  await expect(taken).rejects.toThrow(`METRICS_PORT ${port} is in use on 127.0.0.1`)
  const elsewhere = openMetrics({ port: 0, host: '192.0.2.1' }, metrics)
  await expect(elsewhere).rejects.toThrow(
    'METRICS_HOST 192.0.2.1 is not an address of this machine',
  )
})

function expectAway(text: string) {
  const series = readSeries(text)
  expect(series.get('greenroom_database_up')).toBe(0)
  expect(gauges.filter(({ name }) => text.includes(`\n${name}`))).toEqual([])
  expect(series.has('process_cpu_seconds_total')).toBe(true)
}

test(
  'a statement that hangs holds up no scrape: the database counts as away and its gauges are absent until it answers',
  { tags: 'postgres-only' },
  async () => {
    const { database, scrape } = await appWithMetrics()
    await scrape()
    const client = await database.pool.connect()
    await client.query('begin; lock table outbox_entries in access exclusive mode')
    expectAway(await scrape())
    expectAway(await scrape())
    await client.query('rollback')
    client.release()
    await expect.poll(scrape).toContain('greenroom_database_up 1')
  },
)

test(
  'a database that falls silent on every line is away at once, and nothing of it is told',
  { tags: 'postgres-only' },
  async () => {
    const direct = await testDatabase()
    const proxy = await startDatabaseProxy(direct.url!)
    const opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
    onTestFinished(async () => {
      await opened.close()
      proxy.close()
    })
    const { scrape } = await appWithMetrics({
      config: { logLevel: 'silent' },
      database: { ...opened, truncate: direct.truncate },
    })
    expect(await scrape()).toContain('greenroom_database_up 1')
    proxy.silenceAll()
    expectAway(await scrape())
  },
)
