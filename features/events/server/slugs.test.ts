import { expect, test } from 'vitest'
import { changeEvent, createEvent, getEventPage, listEvents } from '#features/events/contract.ts'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const form = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks & borders.',
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
}

async function adminStage() {
  const app = await testApp({ pages: builtPages })
  const admin = await app.asAdmin()
  async function create(title: string) {
    return (await admin.call(createEvent, { body: { ...form, title } })).body
  }
  async function rename(id: number, title: string) {
    return (await admin.call(changeEvent, { params: { id }, body: { title } })).body
  }
  return { ...app, create, rename }
}

test(
  'slugs are unique over all events: a title that another uses gets -2',
  { tags: 'postgres' },
  async () => {
    const { create } = await adminStage()
    const made = await Promise.all([create('On Pricing'), create('On pricing!'), create('!!!')])
    const [one, other, nameless] = made.map(({ slug }) => slug)
    expect(new Set([one, other])).toEqual(new Set(['on-pricing', 'on-pricing-2']))
    expect(nameless).toBe(String(made[2].id))
  },
)

test('the old address of a renamed event leads to the present one, for good', async () => {
  const { create, rename, send, call } = await adminStage()
  const event = await create('The last mile')
  const renamed = await rename(event.id, 'The first mile')
  expect(renamed.slug).toBe('the-first-mile')
  const moved = await send({ url: '/events/the-last-mile' })
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/events/the-first-mile'])
  expect((await send({ url: '/events/the-first-mile' })).statusCode).toBe(200)
  const { body } = await call(getEventPage, { params: { slug: 'the-last-mile' } })
  expect(body).toMatchObject({ id: event.id, slug: 'the-first-mile' })
})

test('a title that is written differently only keeps its address', async () => {
  const { create, rename } = await adminStage()
  await create('On pricing')
  const { id, slug } = await create('On pricing')
  expect(slug).toBe('on-pricing-2')
  expect((await rename(id, 'On Pricing?')).slug).toBe('on-pricing-2')
})

test('a present slug wins over an old one, and the old one leads on again once it is free', async () => {
  const { create, rename, send } = await adminStage()
  const first = await create('Salt')
  await rename(first.id, 'Pepper')
  const second = await create('Salt')
  expect(second.slug).toBe('salt')
  expect((await send({ url: '/events/salt' })).body).toContain('Salt with')
  await rename(second.id, 'Sugar')
  expect((await send({ url: '/events/salt' })).headers.location).toBe('/events/sugar')
  expect((await rename(first.id, 'Salt')).slug).toBe('salt')
  expect((await send({ url: '/events/pepper' })).headers.location).toBe('/events/salt')
})

test('a draft takes no old address of a published event before it is published itself', async () => {
  const { db, create, rename, send } = await adminStage()
  const first = await create('Salt')
  await rename(first.id, 'Pepper')
  const draft = await buildEvent(db, { title: 'Salt', publishAt: 'draft' })
  expect(draft.slug).toBe('salt')
  const location = async () => (await send({ url: '/events/salt' })).headers.location
  expect(await location()).toBe('/events/pepper')
  await rename(draft.id, 'Sugar')
  expect(await location()).toBe('/events/pepper')
})

test('an event page says its own title, preview, address and structured data', async () => {
  const { db, send, site } = await adminStage()
  const event = await buildEvent(db, {
    title: 'Trucks & borders',
    speakerName: 'Amara',
    description: `${'Long words '.repeat(30)}to the very end.`,
  })
  const { body, headers } = await send({
    url: '/events/trucks-borders',
    headers: { host: 'lights.example' },
  })
  const title = 'Trucks &amp; borders with Amara'
  const address = 'http://lights.example/events/trucks-borders'
  expect(body).toContain(`<title>${title} | ${site.series.name}</title>`)
  expect(body).toContain(`<link rel="canonical" href="${address}"/>`)
  expect(body).toContain(`<meta property="og:url" content="${address}"/>`)
  expect(body).toContain(`<meta property="og:title" content="${title}"/>`)
  expect(body).toContain(`http://lights.example/share/event-${event.id}.jpg`)
  expect(body).toContain('"@type":"Event"')
  expect(body).toContain('to the very end.</p>')
  expect(body).not.toContain('noindex')
  expect(headers['cache-control']).toBe('no-cache')
  const map = await send({ url: '/sitemap.xml', headers: { host: 'lights.example' } })
  expect(map.body).toContain(`<loc>${address}</loc><lastmod>`)
})

test('a recording is an article, and nothing in its page leads to it', async () => {
  const { db, send } = await adminStage()
  await buildRecording(db, { title: 'Watched', videoUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  await buildRecording(db, { title: 'Waiting', recordingReady: false })
  const { body } = await send({ url: '/events/watched' })
  expect(body).toContain('"@type":"Article"')
  expect(body).toContain('Watch Interview')
  expect(body).not.toMatch(/aqz-KE-bpKQ|VideoObject/)
  expect((await send({ url: '/events/waiting' })).body).toContain('Recording Processing')
})

test('a cancelled event says so and is hidden from search engines', async () => {
  const { db, send, call } = await adminStage()
  await buildEvent(db, { title: 'Called off', cancelledAt: new Date() })
  const page = await send({ url: '/events/called-off' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('This event was cancelled')
  expect(page.body).toContain('<meta name="robots" content="noindex"/>')
  expect((await send({ url: '/sitemap.xml' })).body).not.toContain('called-off')
  expect((await call(listEvents)).text).not.toContain('Called off')
})

test('a kept event page ends with the event, and with every change of it', async () => {
  const { db, clock, send, create, rename } = await adminStage()
  await buildEvent(db, { title: 'Tonight' })
  expect((await send({ url: '/events/tonight' })).body).toContain('Register for Event')
  const { id } = await create('A plan')
  expect((await send({ url: '/events/a-plan' })).body).toContain('A plan with')
  await rename(id, 'A Plan')
  expect((await send({ url: '/events/a-plan' })).body).toContain('A Plan with')
  clock.set('2026-12-10T17:00:00Z')
  expect((await send({ url: '/events/tonight' })).body).toContain('Recording Processing')
})

test('an address of no event is a 404 page, and other spellings lead to the one that is kept', async () => {
  const { db, send } = await adminStage()
  await buildEvent(db, { title: '創業者の夜' })
  for (const url of [
    '/events/no-such',
    '/events/%00',
    '/events/99999999999',
    `/events/${'x'.repeat(900)}`,
  ]) {
    const { statusCode, body } = await send({ url })
    expect([url, statusCode, body.includes('Page Not Found')]).toEqual([url, 404, true])
  }
  const address = `/events/${encodeURIComponent('創業者の夜')}`
  expect((await send({ url: address })).statusCode).toBe(200)
  for (const url of [`${address}/`, address.toLowerCase(), address.replace('events', 'Events')]) {
    const { statusCode, headers } = await send({ url: `${url}?source=go1` })
    expect([statusCode, headers.location]).toEqual([308, `${address}?source=go1`])
  }
})
