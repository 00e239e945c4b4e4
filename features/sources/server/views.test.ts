import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countView } from '#features/sources/contract.ts'
import { sweeps } from '#main/sweeps.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { pageViews, visitorDays, visitorKeys, visitorMarks } from '#schema/sources.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp, testClock } from '#tests/support/test-app.ts'
import { markVisitor, shortenAddress } from './visitor-mark.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Options = { headers?: Record<string, string>; from?: string }

async function site(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  async function see(body: object, { headers = {}, from = '203.0.113.7' }: Options = {}) {
    const sent = { 'user-agent': browser, ...headers }
    expect((await app.call(countView, { body: { ...body }, headers: sent, from })).status).toBe(204)
  }
  /** Returns the rows after the views in memory are written, which closing does at once. */
  async function readViews() {
    await app.app.close()
    return app.db.select().from(pageViews).orderBy(pageViews.path, pageViews.source)
  }
  return { ...app, see, readViews }
}

test('views are counted by page, source, campaign and guest, and visitors once a day', async () => {
  const { db, see, readViews } = await site()
  const event = await buildEvent(db, { title: 'Tonight' })
  await see({ path: '/events/tonight', source: ' news letter ', via: 'amina' })
  await see(
    { path: '/events/Tonight/', source: 'newsletter', via: 'amina' },
    { from: '203.0.113.200' },
  )
  await see({ path: '/events/tonight', form: true, source: 'newsletter', via: 'amina' })
  await see({ path: '/', campaign: 'x'.repeat(200) }, { from: '203.0.114.7' })
  await see(
    { path: '/', source: ['no', 'text'], via: 7 },
    { headers: { 'user-agent': `${browser} 2` } },
  )
  const rest = { day: '2026-12-01', source: '', campaign: '', via: '' }
  expect(await readViews()).toEqual([
    { ...rest, path: '/', eventId: null, views: 1, formsOpened: 0 },
    { ...rest, path: '/', eventId: null, campaign: 'x'.repeat(100), views: 1, formsOpened: 0 },
    {
      ...rest,
      path: '/events/tonight',
      eventId: event.id,
      source: 'newsletter',
      via: 'amina',
      views: 2,
      formsOpened: 1,
    },
  ])
  // Two addresses of one network with the same browser are one visitor.
  expect(await db.select().from(visitorDays)).toEqual([{ day: '2026-12-01', visitors: 3 }])
})

test('unknown pages, drafts, bots, opted-out browsers and broken bodies are answered with 204 and not counted', async () => {
  const { db, see, send, readViews } = await site()
  await buildEvent(db, { title: 'Secret', publishAt: 'draft' })
  const paths = [
    '/admin',
    '/me',
    '/no-such-page',
    '/events/none',
    '/events/secret',
    '/join/a-token',
    '/events/%ff',
  ]
  for (const path of [...paths, '', 'events', undefined, 42, '/\0']) await see({ path })
  await see({ path: '/' }, { headers: { dnt: '1' } })
  await see({ path: '/' }, { headers: { 'sec-gpc': '1' } })
  const bots = [
    '',
    'curl/8.5.0',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
    'node',
    'python-requests/2.32',
  ]
  for (const bot of bots) await see({ path: '/' }, { headers: { 'user-agent': bot } })
  const broken = [
    { payload: '{"path": "/"', headers: { 'content-type': 'application/json' } },
    { payload: 'path=/', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    {
      payload: JSON.stringify({ path: '/', pad: 'x'.repeat(70_000) }),
      headers: { 'content-type': 'application/json' },
    },
    { payload: { path: '/' }, headers: { origin: 'https://elsewhere.example' } },
    { payload: [] },
  ]
  for (const { payload, headers } of broken) {
    const request = { method: 'POST' as const, url: '/api/seen', payload }
    const answer = await send({ ...request, headers: { 'user-agent': browser, ...headers } })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  }
  expect(await readViews()).toEqual([])
})

test('a thousand scripted fetches of pages and of the call add no view', async () => {
  const { see, send, readViews } = await site({ pages: builtPages })
  for (let at = 0; at < 100; at++) {
    await send({ method: 'GET', url: '/?utm_source=script', headers: { 'user-agent': browser } })
  }
  for (let at = 0; at < 900; at++) await see({ path: '/' }, { headers: { 'user-agent': 'undici' } })
  expect(await readViews()).toEqual([])
})

test('views of one address beyond its limit are not counted, and the setting switches all off', async () => {
  const limited = await site({ environment: { RATE_LIMITS: 'on' } })
  for (let at = 0; at < 605; at++) await limited.see({ path: '/' })
  expect(await limited.readViews()).toMatchObject([{ path: '/', views: 600 }])
  const off = await site({ environment: { COUNT_VIEWS: 'off' } })
  await off.see({ path: '/' })
  expect(await off.readViews()).toEqual([])
})

test("the day's key and pseudonyms are gone the next day, and the number of visitors stays", async () => {
  const clock = testClock()
  const { app, db, see } = await site({ clock })
  const keys = async () => [
    await db.select().from(visitorKeys),
    await db.select().from(visitorMarks),
  ]
  await see({ path: '/' })
  await expect
    .poll(async () => (await keys()).map((rows) => rows.length), { timeout: 20_000 })
    .toEqual([1, 1])
  clock.set('2026-12-01T21:59:00Z')
  await runSteps(sweeps(app.deps))
  expect((await keys()).map((rows) => rows.length)).toEqual([1, 1])
  clock.set('2026-12-02T00:00:30Z')
  await runSteps(sweeps(app.deps))
  expect(await keys()).toEqual([[], []])
  expect(await db.select().from(visitorDays)).toEqual([{ day: '2026-12-01', visitors: 1 }])
})

test('the logical copy contains the sums, and neither an address nor a key or pseudonym', async () => {
  const { db, database, clock, see, readViews } = await site()
  await see({ path: '/', source: 'newsletter' })
  await readViews()
  const [key] = await db.select().from(visitorKeys)
  const [mark] = await db.select().from(visitorMarks)
  expect(mark!.mark).toBe(markVisitor(key!.secret, '203.0.113.7', browser))
  const lines: string[] = []
  for await (const line of exportDatabase(database, clock.now())) lines.push(line)
  const copy = lines.join('')
  expect(copy).toContain('newsletter')
  for (const secret of ['203.0.113', 'Firefox/140.0', key!.secret.toString('hex'), mark!.mark]) {
    expect(copy).not.toContain(secret)
  }
})

test('addresses are shortened to /24 and /48', () => {
  expect(shortenAddress('203.0.113.7')).toBe('203.0.113.0/24')
  expect(shortenAddress('::ffff:203.0.113.7')).toBe('203.0.113.0/24')
  expect(shortenAddress('2001:db8:7:1::9')).toBe('2001:db8:7::/48')
  expect(shortenAddress('2001:0db8:0007:ffff:1:2:3:4')).toBe('2001:db8:7::/48')
})

test('two nodes that write the same views at once add them up', { tags: 'postgres' }, async () => {
  const { db, see, app } = await site()
  await see({ path: '/' })
  await db.insert(pageViews).values({ day: '2026-12-01', path: '/', views: 4, formsOpened: 2 })
  await app.close()
  const { rows } = await db.execute(sql`select views, forms_opened from page_views`)
  expect(rows).toEqual([{ views: 5, forms_opened: 2 }])
})
