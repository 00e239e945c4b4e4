import { expect, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

/** Returns the alternate links of a page: their URLs by type. */
function readAlternates(html: string) {
  const tags = html.match(/<link [^>]*rel="alternate"[^>]*>/g) ?? []
  const read = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return Object.fromEntries(tags.map((tag) => [read(tag, 'type'), read(tag, 'href')]))
}

test('every page names the feeds and the calendar, and each of them answers as the type it is named by', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  const { slug } = await buildEvent(db)
  for (const url of ['/', '/members', `/events/${slug}`, '/privacy', '/me', '/no-such-page']) {
    const named = readAlternates((await send({ url })).body)
    expect([url, named]).toEqual([
      url,
      expect.objectContaining({
        'application/atom+xml': '/feed.atom',
        'application/feed+json': '/feed.json',
        'text/calendar': '/calendar.ics',
      }),
    ])
  }
  for (const [type, url] of Object.entries(readAlternates((await send({ url: '/' })).body))) {
    const answer = await send({ url })
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect(String(answer.headers['content-type'])).toMatch(
      new RegExp(`^${type.replace('+', '.')};`),
    )
  }
})

test('an event’s page says where its embedding is described, and what is there leads back to it', async () => {
  const publicUrl = 'https://lights.example'
  const { db, send } = await testApp({ pages: builtPages, config: { publicUrl } })
  const { slug } = await buildEvent(db, { title: 'Salt & roads' })
  const named = readAlternates((await send({ url: `/events/${slug}` })).body)
  const at = new URL(named['application/json+oembed']!.replaceAll('&amp;', '&'))
  expect(at.origin).toBe(publicUrl)
  const answer = await send({ url: at.pathname + at.search })
  expect([answer.statusCode, answer.json().type]).toEqual([200, 'link'])
  expect(answer.json().title).toContain('Salt & roads')
  const xml = new URL(named['text/xml+oembed']!.replaceAll('&amp;', '&'))
  const written = await send({ url: xml.pathname + xml.search })
  expect(written.body).toContain('<type>link</type>')
})
