import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import * as contract from '#features/site/contract.ts'
import type { Site } from '#kernel/site.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { siteVersions } from '#schema/site.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { administrator, testApp } from '#tests/support/test-app.ts'
import { openSite } from './open-site.ts'
import { readStoredSite } from './read-stored-site.ts'

type Config = NonNullable<Parameters<typeof testApp>[0]>['config']

async function editing({
  config,
  withPages = false,
}: { config?: Config; withPages?: boolean } = {}) {
  const stage = await testApp({ config, ...(withPages && { pages: builtPages }) })
  const admin = await stage.asAdmin()
  const read = async () => (await admin.call(contract.getSiteContent)).body
  const save = (content: unknown, version: number) =>
    admin.call(contract.saveSiteDraft, { body: { content, version } })
  const publish = (version: number, note?: string) =>
    admin.call(contract.publishSite, { body: { version, note } })
  /** Changes the draft by `change`, then saves and publishes it. */
  async function show(change: (site: Site) => void, note?: string) {
    const { content, version } = await read()
    change(content)
    const saved = await save(content, version)
    expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
    expect((await publish(saved.body.version, note)).status).toBe(200)
    return saved.body.version
  }
  const page = async (url: string) => (await stage.send({ url })).body
  return { ...stage, admin, read, save, publish, show, page }
}

test('a draft is seen once it is published, at once and everywhere, and an undo gives the very same bytes', async () => {
  const { admin, db, read, save, publish, page, send } = await editing({ withPages: true })
  const addresses = ['/', '/manifest.webmanifest', '/api/site', '/nothing-here', '/go1', '/members']
  const pages = () => Promise.all(addresses.map(page))
  const first = await pages()
  const { content, version, published, locked } = await read()
  expect([version, published, locked, content.series.name]).toEqual([1, 1, false, 'House Lights'])
  content.series.name = 'Climate at Noon'
  const saved = await save(content, version)
  expect(saved.body).toEqual({ version: 2 })
  expect(await pages()).toEqual(first)
  expect(await read()).toMatchObject({
    version: 2,
    published: 1,
    savedBy: administrator.username,
    publishedContent: { series: { name: 'House Lights' } },
  })
  expect((await publish(2, 'A name of our own')).body).toEqual({ version: 2 })
  for (const body of (await pages()).slice(0, 3)) {
    expect(body).toContain('Climate at Noon')
    expect(body).not.toContain('"House Lights"')
  }
  // Publishing twice gives the same version.
  expect((await publish(2)).body).toEqual({ version: 2 })
  const { body: versions } = await admin.call(contract.listSiteVersions)
  expect(versions).toMatchObject([
    { id: 2, who: administrator.username, note: 'A name of our own' },
    { id: 1, who: null, note: '' },
  ])
  const restored = await admin.call(contract.restoreSiteVersion, { params: { id: 1 } })
  expect(restored.body).toEqual({ version: 3 })
  expect((await publish(3)).status).toBe(200)
  expect(await pages()).toEqual(first)
  const unknown = await admin.call(contract.restoreSiteVersion, { params: { id: 77 } })
  expect(unknown.status).toBe(404)
  const acts = (await db.select().from(auditLog)).map(({ action, details }) => [action, details])
  expect(acts.slice(1)).toEqual([
    ['site_saved', { fields: ['series'] }],
    ['site_published', { version: 2 }],
    ['site_restored', { of: 1, fields: ['series'] }],
    ['site_published', { version: 3 }],
  ])
  expect((await send({ url: '/api/admin/site' })).statusCode).toBe(401)
})

test('saving or publishing after a concurrent change shows both versions and saves nothing', async () => {
  const { read, save, publish } = await editing()
  const { content, version } = await read()
  const theirs = { ...content, footer: { text: 'Theirs' } }
  expect((await save(theirs, version)).status).toBe(200)
  const mine = { ...content, share: { ...content.share, title: 'Mine' } }
  const stale = await save(mine, version)
  expect([stale.status, stale.body]).toMatchObject([
    409,
    {
      message: expect.stringContaining('Another administrator changed the site'),
      current: { content: theirs, version: 2, savedBy: administrator.username },
      sent: mine,
      changedFields: ['share', 'footer'],
    },
  ])
  expect((await publish(version)).status).toBe(409)
  expect(await read()).toMatchObject({ content: theirs, version: 2, published: 1 })
  const both = await Promise.all([save(theirs, 2), save(mine, 2), save(mine, 2)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a version is put into the draft that was looked at, and into no other', async () => {
  const { admin, read, save } = await editing()
  const { content, version } = await read()
  const theirs = { ...content, footer: { text: 'Theirs' } }
  expect((await save(theirs, version)).status).toBe(200)
  const restore = (seen: number) =>
    admin.call(contract.restoreSiteVersion, { params: { id: 1 }, body: { version: seen } })
  const stale = await restore(version)
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { current: { content: theirs, version: 2 } },
  ])
  expect(await read()).toMatchObject({ content: theirs, version: 2 })
  expect((await restore(2)).body).toEqual({ version: 3 })
})

test('lists of any length are shown, and an empty one leaves its section out', async () => {
  const { show, page } = await editing({ withPages: true })
  const sections = ['testimonials-heading', 'partners-heading', 'supporters-heading']
  const shown = (body: string) => sections.filter((name) => body.includes(name))
  expect(shown(await page('/'))).toEqual(sections)
  await show((site) => {
    site.testimonials.length = 1
    site.partners = []
    site.supporters = []
  })
  const one = await page('/')
  expect([shown(one), one.match(/<blockquote/g)?.length]).toEqual([['testimonials-heading'], 1])
  await show((site) => {
    site.testimonials = []
  })
  const none = await page('/')
  expect([shown(none), /href="[^"]*#(testimonials|supporters)"/.test(none)]).toEqual([[], false])
})

test('a partner path that is removed leads to the front page, and stays a source', async () => {
  const { db, call, show, send } = await editing({ withPages: true })
  const event = await buildEvent(db)
  await show((site) => {
    site.partnerPaths = [{ path: '/fresh', partner: 'Fresh' }]
  })
  for (const url of ['/northpier', '/Northpier/']) {
    const gone = await send({ url })
    expect([gone.statusCode, gone.headers.location]).toEqual([302, '/?source=northpier'])
  }
  expect((await send({ url: '/fresh' })).statusCode).toBe(200)
  expect((await send({ url: '/never' })).statusCode).toBe(404)
  for (const source of ['northpier', 'fresh', 'never']) {
    const body = { ...registrationBody({ eventIds: [event.id] }), source }
    expect((await call(registerForEvents, { body })).status).toBe(200)
  }
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  expect(rows.map(({ registrationSource }) => registrationSource)).toEqual([
    'northpier',
    'fresh',
    'main_form',
  ])
  await show((site) => {
    site.partnerPaths = [{ path: '/northpier', partner: 'Back again' }]
  })
  expect((await send({ url: '/northpier' })).statusCode).toBe(200)
})

test('a file decides where SITE_FILE is set: the desk shows it, and says why it changes nothing', async () => {
  const { admin, read, save, publish } = await editing({ config: { siteFileDecides: true } })
  const shown = await read()
  expect(shown).toMatchObject({ locked: true, reason: expect.stringContaining('SITE_FILE') })
  expect(shown.content.series.name).toBe('House Lights')
  const restore = admin.call(contract.restoreSiteVersion, { params: { id: 1 } })
  for (const answer of [save(shown.content, shown.version), publish(shown.version), restore]) {
    expect(await answer).toMatchObject({ status: 409, body: { message: shown.reason } })
  }
})

test('nodes that start together make one first version', { tags: 'postgres' }, async () => {
  const { db, app } = await testApp()
  await db.execute('truncate site_versions, site_drafts, partner_paths')
  const opened = await Promise.all([1, 2, 3].map(() => openSite(db, app.deps.config)))
  expect(opened.map(({ site }) => site().series.name)).toEqual(Array(3).fill('House Lights'))
  expect(await db.$count(siteVersions)).toBe(1)
})

test('values stored by other releases never stop a start', () => {
  const site = { sample: false, series: { name: 'Ours', mood: 'calm' }, hero: null, news: [1] }
  const read = readStoredSite({ ...site, testimonials: [{ quote: '' }, null], pages: { faq: 'x' } })
  expect(read).toMatchObject({ series: { name: 'Ours' }, testimonials: [], partners: [] })
  expect(read.series).not.toHaveProperty('mood')
  for (const broken of [null, 7, 'text', [], { series: [] }, { partnerPaths: {} }]) {
    expect(readStoredSite(broken).series.name).toBe('Interview series')
  }
  const quotes = Array.from({ length: 24 }, (_, at) => ({ quote: `Q${at}`, name: 'N', title: 'T' }))
  const spoilt = quotes.map((entry, at) =>
    at < 3 ? { ...entry, quote: '', name: '', mood: 1 } : entry,
  )
  const kept = readStoredSite({ testimonials: spoilt }).testimonials.map(({ quote }) => quote)
  expect(kept).toEqual(quotes.slice(3).map(({ quote }) => quote))
  const suffix = readStoredSite({
    ...site,
    display: { zone: 'Africa/Cairo', suffix: '\0' },
  }).display
  expect(suffix).toEqual({ zone: 'Africa/Cairo', suffix: 'UTC' })
  const moved = readStoredSite({
    partnerPaths: ['/privacy', '/ours'].map((path) => ({ path, partner: 'P' })),
  })
  expect(moved.partnerPaths).toEqual([{ path: '/ours', partner: 'P' }])
})
