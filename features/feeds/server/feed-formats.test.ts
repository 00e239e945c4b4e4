import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { parseFeed } from '@rowanmanning/feed-parser'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { checkAtomFeed, checkJsonFeed, checkOembed } from '#tests/support/check-feed.ts'
import { testApp } from '#tests/support/test-app.ts'

const origin = 'https://lights.example'
const hostile = 'A ]]> <b>&amp; "q"\u0007 \u202Eright to left 😀 \uFFFE</entry><script>'

test('feeds and calendar are valid for any title', async () => {
  const { db, send } = await testApp({ config: { publicUrl: origin } })
  const words = {
    title: hostile,
    speakerName: 'Ada\u000B',
    description: `${hostile}\r\n${hostile}`,
  }
  await buildEvent(db, words)
  await buildRecording(db, words)
  const [atom, json] = [await send({ url: '/feed.atom' }), await send({ url: '/feed.json' })]
  checkAtomFeed(atom.body)
  checkJsonFeed(json.body)
  const said = 'A ]]> <b>&amp; "q" \u202Eright to left 😀 </entry><script> with Ada'
  const wanted = [said, `Recording: ${said}`, said].toSorted()
  const titles = (JSON.parse(json.body) as { items: { title: string }[] }).items
  expect(titles.map(({ title }) => title).toSorted()).toEqual(wanted)
  using feed = XmlDocument.fromString(atom.body)
  const names = { a: 'http://www.w3.org/2005/Atom' }
  const read = feed.find('/a:feed/a:entry/a:title', names).map(({ content }) => content)
  expect(read.toSorted()).toEqual(wanted)
  expect(parseFeed(atom.body).items).toHaveLength(3)
  XmlDocument.fromString((await send({ url: '/sitemap.xml' })).body).dispose()
  const calendar = await send({ url: '/calendar.ics' })
  // oxlint-disable-next-line no-control-regex -- these are what calendars refuse
  expect(calendar.body).not.toMatch(/[\0-\x08\v\f\x0e-\x1f\x7f\ufffe]/)
})

function isRefused(check: (body: string) => void, body: string) {
  try {
    check(body)
    return false
  } catch {
    return true
  }
}

test('the feed validator reports missing required elements', async () => {
  const { db, send } = await testApp({ config: { publicUrl: origin } })
  await buildRecording(db)
  const atom = (await send({ url: '/feed.atom' })).body
  const json = (await send({ url: '/feed.json' })).body
  for (const [from, to] of [
    [/<updated>[^<]*<\/updated>/, ''],
    [/<id>urn:uuid:[^<#]*<\/id>/, ''],
    [/<updated>([^<]*)T/, '<updated>$1 '],
    [/#recording<\/id>/, '</id>'],
    [/<title>/, '<title><b/>'],
    [/<author>[\s\S]*?<\/author>/, ''],
    [/rel="self"/, 'rel="alternate"'],
    [/<entry>/, '<entry><what/>'],
    [/href="https:\/\/lights.example/, 'href="'],
  ] as const) {
    const broken = atom.replace(from, to)
    expect([String(from), broken === atom]).toEqual([String(from), false])
    expect([String(from), isRefused(checkAtomFeed, broken)]).toEqual([String(from), true])
  }
  for (const [from, to] of [
    ['version/1.1', 'version/2'],
    ['"content_text"', '"content"'],
    ['#recording', ''],
    ['"date_modified":"2', '"date_modified":"soon 2'],
    ['"url":"https://lights.example', '"url":"'],
  ] as const) {
    const broken = json.replace(from, to)
    expect([from, broken === json]).toEqual([from, false])
    expect([from, isRefused(checkJsonFeed, broken)]).toEqual([from, true])
  }
})

test('feeds are compressed, linked in the page head, and not sent again without changes', async () => {
  const { db, send } = await testApp({ config: { publicUrl: origin } })
  await buildRecording(db)
  for (const [url, type] of [
    ['/feed.atom', 'application/atom+xml; charset=utf-8'],
    ['/feed.json', 'application/feed+json; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/calendar.ics', 'text/calendar; charset=utf-8'],
  ] as const) {
    const plain = await send({ url })
    expect([url, plain.statusCode, plain.headers['content-type']]).toEqual([url, 200, type])
    const keeping = String(plain.headers['cache-control'])
    expect([url, /no-store|private|immutable/.test(keeping)]).toEqual([url, false])
    expect(keeping).toMatch(/no-cache|max-age=\d+/)
    const head = await send({ method: 'HEAD', url })
    expect([url, head.statusCode, head.body]).toEqual([url, 200, ''])
    expect(head.headers['content-length']).toBe(String(plain.rawPayload.length))
    for (const [encoding, read] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const sent = await send({ url, headers: { 'accept-encoding': encoding } })
      expect([url, sent.headers['content-encoding']]).toEqual([url, encoding])
      expect(read(sent.rawPayload)).toEqual(plain.rawPayload)
      expect(sent.headers.vary).toContain('Accept-Encoding')
    }
    const etag = String(plain.headers.etag)
    const again = await send({ url, headers: { 'if-none-match': etag } })
    expect([url, again.statusCode, again.body, again.headers.etag]).toEqual([url, 304, '', etag])
    const other = await send({ url, headers: { 'if-none-match': '"another"' } })
    expect([url, other.statusCode]).toEqual([url, 200])
  }
})

test('oEmbed answers for event pages of this site alone, in both formats', async () => {
  const { db, send } = await testApp({ config: { publicUrl: origin } })
  const { slug } = await buildEvent(db, { title: hostile, speakerName: 'Ada' })
  await buildEvent(db, { title: 'Quillwort', slug: 'quillwort', publishAt: 'draft' })
  const ask = (query: Record<string, string>) => send({ url: '/oembed', query })
  const url = `${origin}/events/${encodeURIComponent(slug)}?source=x`
  const json = await ask({ url })
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
  checkOembed(json.body)
  expect(json.json()).toMatchObject({ version: '1.0', type: 'link', author_name: 'Ada' })
  const xml = await ask({ url, format: 'xml' })
  expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8')
  using document = XmlDocument.fromString(xml.body)
  const read = document.find('/oembed/*').map((node) => [(node as XmlElement).name, node.content])
  // oEmbed 2.3.4: XML has the same parameters as JSON.
  expect(Object.fromEntries(read)).toEqual(json.json())
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
