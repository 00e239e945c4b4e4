import { parseFeed } from '@rowanmanning/feed-parser'
import { parseJsonFeed } from 'feedsmith'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const origin = 'https://lights.example'
const hostile = 'A ]]> <b>&amp; "q"\u0007 \u202Eright to left 😀 \uFFFE</entry>'

test('both feeds are read by parsers, name no recording, and are sent again only once an event changed', async () => {
  const { db, send, asAdmin } = await testApp({ config: { publicUrl: origin } })
  const event = await buildEvent(db, { title: hostile, speakerName: 'Ada' })
  const called = await buildEvent(db, { title: 'Off', cancelledAt: new Date() })
  await buildEvent(db, { title: 'Quillwort', publishAt: 'draft' })
  const recorded = await buildRecording(db, {
    title: 'Past',
    videoUrl: 'https://youtu.be/WhWc3b3KhnY',
  })
  const [atom, json] = [await send({ url: '/feed.atom' }), await send({ url: '/feed.json' })]
  XmlDocument.fromString(atom.body).dispose()
  const parsed = parseFeed(atom.body)
  const items = parseJsonFeed(json.body).items!
  expect(parsed.meta.type).toBe('atom')
  const title = 'A ]]> <b>&amp; "q" \u202Eright to left 😀 </entry> with Ada'
  expect(items.map((item) => item.title)).toContain(title)
  for (const known of [parsed.items.map(({ id }) => id), items.map(({ id }) => id)]) {
    expect(known).toContain(`urn:uuid:${event.calendarUid.split('@')[0]}`)
    expect(known).toContain(`urn:uuid:${recorded.calendarUid.split('@')[0]}#recording`)
    expect(known).toHaveLength(4)
  }
  const off = items.find((item) => item.url === `${origin}/events/${called.slug}`)!
  expect([off.title, off.tags]).toEqual([
    expect.stringMatching(/^Cancelled: Off/),
    ['event', 'cancelled'],
  ])
  for (const { body } of [atom, json]) expect(body).not.toMatch(/WhWc3b3KhnY|Quillwort|youtu/)
  const headers = { 'if-none-match': String(atom.headers.etag) }
  expect((await send({ url: '/feed.atom', headers })).statusCode).toBe(304)
  const admin = await asAdmin()
  await admin.call(changeEvent, { params: { id: event.id }, body: { title: 'Renamed' } })
  const after = await send({ url: '/feed.atom', headers })
  expect([after.statusCode, after.body.includes('Renamed')]).toEqual([200, true])
})

test('oEmbed answers for event pages of this site alone, in both formats', async () => {
  const { db, send } = await testApp({ config: { publicUrl: origin } })
  const { slug } = await buildEvent(db, { title: hostile, speakerName: 'Ada' })
  await buildEvent(db, { title: 'Quillwort', slug: 'quillwort', publishAt: 'draft' })
  const ask = (query: Record<string, string>) => send({ url: '/oembed', query })
  const url = `${origin}/events/${encodeURIComponent(slug)}?source=x`
  expect((await ask({ url })).json()).toMatchObject({
    version: '1.0',
    type: 'link',
    author_name: 'Ada',
  })
  const xml = await ask({ url, format: 'xml' })
  XmlDocument.fromString(xml.body).dispose()
  expect(xml.body).not.toMatch(/<script|<iframe|<b>/)
  const statuses = [
    await ask({ url, format: 'yaml' }),
    await ask({}),
    await ask({ url: `${origin}/events/quillwort` }),
    await ask({ url: `${origin}/` }),
    await ask({ url: 'https://elsewhere.example/events/' + slug }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([501, 400, 404, 404, 404])
})
