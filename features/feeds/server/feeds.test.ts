import { parseFeed } from '@rowanmanning/feed-parser'
import { eq } from 'drizzle-orm'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent, buildRecording, editEvent } from '#tests/support/builders.ts'
import { checkAtomFeed, checkJsonFeed } from '#tests/support/check-feed.ts'
import { testApp } from '#tests/support/test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Item = Record<'id' | 'url' | 'title' | 'content_text', string> &
  Record<'date_published' | 'date_modified', string> & { tags: string[] }

/** Requests both feeds with this host and checks them against their specifications. */
async function readFeeds({ send }: Pick<App, 'send'>, host = 'lights.example') {
  const headers = { host }
  const atom = await send({ url: '/feed.atom', headers })
  const json = await send({ url: '/feed.json', headers })
  expect([atom.statusCode, json.statusCode]).toEqual([200, 200])
  checkAtomFeed(atom.body)
  checkJsonFeed(json.body)
  const items = (JSON.parse(json.body) as { items: Item[] }).items
  const feed = parseFeed(atom.body)
  const entries = feed.items
  using document = XmlDocument.fromString(atom.body)
  const meta = {
    id: document.get('/a:feed/a:id', { a: 'http://www.w3.org/2005/Atom' })!.content,
    title: feed.title,
    updated: feed.updated!,
  }
  expect(entries.map(({ id, url, title }) => [id, url, title])).toEqual(
    items.map(({ id, url, title }) => [id, url, title]),
  )
  return { atom, json, meta, entries, items }
}

const daysAgo = (days: number) => new Date(Date.parse('2026-12-01T08:00:00Z') - days * 86_400_000)

test('readers know the feed and all that is in it again when the site moves to another address', async () => {
  const app = await testApp()
  await buildEvent(app.db)
  await buildRecording(app.db)
  const [here, there] = [await readFeeds(app), await readFeeds(app, 'interviews.example')]
  const idsOf = ({ meta, entries }: typeof here) => [meta.id, ...entries.map(({ id }) => id)]
  expect(here.entries).toHaveLength(3)
  expect(idsOf(there)).toEqual(idsOf(here))
  expect(here.meta.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect([here, there].map(({ items }) => new URL(items[0]!.url).host)).toEqual([
    'lights.example',
    'interviews.example',
  ])
})

test('a recording is news of the day on which it can be watched, however old its event is', async () => {
  const app = await testApp()
  const past = { createdAt: daysAgo(400), updatedAt: daysAgo(300) }
  const { id } = await buildRecording(app.db, { ...past, title: 'Late', recordingReady: false })
  const ended = { status: 'upcoming', recordingReadyAt: daysAgo(50), ...past } as const
  const early = await buildRecording(app.db, {
    ...ended,
    title: 'Early',
    eventDate: '2026-11-30',
    eventTime: '2026-11-30T16:00:00Z',
    eventEndTime: '2026-11-30T17:00:00Z',
  })
  await buildEvent(app.db, { title: 'Between', createdAt: daysAgo(200), updatedAt: daysAgo(200) })
  const titles = async () =>
    (await readFeeds(app)).items.map(({ title }) => title.split(' with')[0])
  // Released before the event ended, so it was available from the end on.
  expect(await titles()).toEqual(['Recording: Early', 'Between', 'Early', 'Late'])
  const [first] = (await readFeeds(app)).items
  expect(first!.id).toBe(`urn:uuid:${early.calendarUid.split('@')[0]}#recording`)
  expect([first!.date_published, first!.date_modified]).toEqual(
    Array(2).fill('2026-11-30T17:00:00.000Z'),
  )
  // Changed by SQL, which sets no time of an edit.
  await editEvent(app.db, id, { recordingReady: true })
  const [row] = await app.db.select().from(events).where(eq(events.id, id))
  expect(row!.recordingReadyAt!.getTime()).toBeGreaterThan(daysAgo(100).getTime())
  const since = daysAgo(0)
  await editEvent(app.db, id, { recordingReadyAt: since })
  app.app.deps.cache.clear()
  expect(await titles()).toEqual([
    'Recording: Late',
    'Recording: Early',
    'Between',
    'Late',
    'Early',
  ])
  const late = (await readFeeds(app)).items[0]!
  expect(late.date_published).toBe(since.toISOString())
  await editEvent(app.db, id, { videoUrl: '' })
  const [without] = await app.db.select().from(events).where(eq(events.id, id))
  expect(without!.recordingReadyAt).toBe(null)
})

test('the feeds hold the hundred newest, a recording of an old event among them', async () => {
  const app = await testApp()
  const old = await buildRecording(app.db, {
    title: 'Old',
    createdAt: daysAgo(900),
    updatedAt: daysAgo(900),
    recordingReadyAt: daysAgo(1),
  })
  const many = Array.from({ length: 120 }, (_, at) => daysAgo(10 + at))
  for (const at of many) await buildEvent(app.db, { createdAt: at, updatedAt: at })
  const { items, meta } = await readFeeds(app)
  expect(items).toHaveLength(100)
  expect(items[0]!.title).toMatch(/^Recording: Old/)
  expect(items.map(({ date_modified: at }) => at)).toEqual(
    [daysAgo(1), ...many.slice(0, 99)].map((at) => at.toISOString()),
  )
  expect(items.map(({ url }) => url)).not.toContain(`http://lights.example/events/${old.slug}`)
  // The site's content was published when the test began.
  expect(meta.updated.getTime()).toBeGreaterThanOrEqual(daysAgo(10).getTime())
})

test('an event that gets another day and name is the same entry, changed, and its old address leads on', async () => {
  const app = await testApp()
  const at = daysAgo(30)
  const event = await buildEvent(app.db, { title: 'Before', createdAt: at, updatedAt: at })
  const [before] = (await readFeeds(app)).items
  expect(before!.content_text).toContain('10 December 2026')
  const admin = await app.asAdmin()
  const body = {
    title: 'After all',
    eventDate: '2026-12-17',
    eventTime: '2026-12-17T16:00:00Z',
    eventEndTime: '2026-12-17T17:00:00Z',
  }
  expect((await admin.call(changeEvent, { params: { id: event.id }, body })).status).toBe(200)
  const [after, ...others] = (await readFeeds(app)).items
  expect(others).toEqual([])
  expect([after!.id, after!.date_published]).toEqual([before!.id, before!.date_published])
  expect(after!.content_text).toContain('17 December 2026')
  expect(Date.parse(after!.date_modified)).toBeGreaterThan(Date.parse(before!.date_modified))
  expect(after!.url).toBe('http://lights.example/events/after-all')
  const former = await app.send({ url: `/api/event-pages/${event.slug}` })
  expect(former.json().slug).toBe('after-all')

  const off = { params: { id: event.id }, body: { cancelled: true } }
  expect((await admin.call(changeEvent, off)).status).toBe(200)
  const [cancelled] = (await readFeeds(app)).items
  expect(cancelled).toMatchObject({ id: before!.id, tags: ['event', 'cancelled'] })
  expect(cancelled!.title).toMatch(/^Cancelled: After all with /)
})

test('a draft that is published by hand is news of that moment, and what no visitor reads is no news', async () => {
  const app = await testApp()
  const began = daysAgo(30)
  const { id } = await buildEvent(app.db, {
    publishAt: 'draft',
    createdAt: began,
    updatedAt: began,
  })
  const admin = await app.asAdmin()
  const save = async (body: Record<string, unknown>) => {
    expect((await admin.call(changeEvent, { params: { id }, body })).status).toBe(200)
    return (await readFeeds(app)).items
  }
  const [published, ...others] = await save({ publishAt: null })
  expect(others).toEqual([])
  expect(Date.parse(published!.date_published)).toBeGreaterThan(daysAgo(1).getTime())
  app.clock.set('2026-12-01T10:00:00Z')
  const [same] = await save({ roomUrl: 'https://rooms.example/other', priority: 7 })
  expect([same!.date_published, same!.date_modified]).toEqual([
    published!.date_published,
    published!.date_modified,
  ])
  const [changed] = await save({ description: 'Something that visitors read.' })
  expect(changed!.date_published).toBe(published!.date_published)
  expect(Date.parse(changed!.date_modified)).toBeGreaterThan(Date.parse(published!.date_modified))
})

test('neither feed nor oEmbed says where a recording or a room is, or knows of what is not published', async () => {
  const app = await testApp()
  const planted = {
    videoUrl: 'https://youtu.be/WhWc3b3KhnY',
    roomUrl: 'https://rooms.example/quiet-room',
    featureImage: 'https://img.youtube.com/vi/WhWc3b3KhnY/hqdefault.jpg',
  }
  const recording = await buildRecording(app.db, planted)
  const upcoming = await buildEvent(app.db, planted)
  await buildRecording(app.db, { ...planted, cancelledAt: new Date() })
  await buildRecording(app.db, { ...planted, title: 'Quillwort one', publishAt: 'draft' })
  const soon = new Date('2026-12-01T09:00:00Z')
  const late = await buildEvent(app.db, { ...planted, title: 'Quillwort two', publishAt: soon })
  const { atom, json, items } = await readFeeds(app)
  const embedded = [recording, upcoming].map(async ({ slug }) => {
    const url = `http://lights.example/events/${slug}`
    return app.send({ url: '/oembed', query: { url }, headers: { host: 'lights.example' } })
  })
  const answers = [atom, json, ...(await Promise.all(embedded))]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  for (const { body } of answers) expect(body).not.toMatch(/WhWc3b3KhnY|rooms\.example|Quillwort/i)
  expect(items.filter(({ tags }) => tags.includes('recording'))).toHaveLength(1)
  app.clock.set(soon)
  const appeared = (await readFeeds(app)).items.find(({ url }) => url.endsWith(late.slug))
  expect(appeared!.date_published).toBe(soon.toISOString())
})

test('a feed of nothing was changed when what it says of itself was published', async () => {
  const app = await testApp()
  const published = new Date('2026-12-02T10:00:00Z')
  app.clock.set(published)
  const admin = await app.asAdmin()
  const { content, version } = (await admin.call(getSiteContent)).body
  content.series.name = 'Late Lights'
  const saved = await admin.call(saveSiteDraft, { body: { content, version } })
  expect((await admin.call(publishSite, { body: saved.body })).status).toBe(200)
  const { meta, items } = await readFeeds(app)
  expect([meta.title, meta.updated, items]).toEqual(['Late Lights', published, []])
})

test('where a file decides about the site, a feed of nothing is as old as the feed', async () => {
  const app = await testApp({ environment: { SITE_FILE: 'content/site.json' } })
  const before = Date.now()
  const { meta } = await readFeeds(app)
  expect(Math.abs(meta.updated.getTime() - before)).toBeLessThan(60_000)
  app.app.deps.cache.clear()
  expect((await readFeeds(app)).meta.updated).toEqual(meta.updated)
})
