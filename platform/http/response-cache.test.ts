import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listUpcomingEvents,
} from '#features/events/contract.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp, testClock } from '#tests/support/test-app.ts'
import { createResponseCache } from './response-cache.ts'

const upcoming = listUpcomingEvents.path

test('an answer comes in the form that the browser asks for', async () => {
  const { db, send } = await testApp()
  await buildEvent(db, { title: 'Zwölf Uhr — 🎬' })
  const get = (encoding?: string) =>
    send({ url: upcoming, headers: encoding ? { 'accept-encoding': encoding } : {} })
  const plain = await get()
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.json()[0].title).toBe('Zwölf Uhr — 🎬')
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['gzip;q=0, br;q=0.0', undefined],
    ['identity', undefined],
    ['brotli, gzipped', undefined],
  ] as const) {
    const { headers, rawPayload } = await get(accepted)
    expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding])
    expect(headers.vary).toContain('Accept-Encoding')
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }
    expect(unpack[encoding ?? 'none'](rawPayload).toString()).toBe(plain.body)
  }
})

test('a browser that has the answer already gets 304 and no body', async () => {
  const { db, send, database, app } = await testApp()
  await buildEvent(db)
  const first = await send({ url: upcoming })
  const etag = String(first.headers.etag)
  const again = (tags: string, more: InjectOptions = {}) =>
    send({ url: upcoming, ...more, headers: { 'if-none-match': tags, ...more.headers } })
  for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const answer = await again(tags)
    expect(answer.statusCode).toBe(304)
    expect(answer.body).toBe('')
    expect(answer.headers.etag).toBe(etag)
    expect(answer.headers).not.toHaveProperty('content-length')
  }
  const packed = await again(etag, { headers: { 'accept-encoding': 'br' } })
  expect(packed.statusCode).toBe(304)
  expect(packed.headers).not.toHaveProperty('content-encoding')
  for (const tags of ['"other"', etag.slice(3, -1), '', ' ,,', 'W/']) {
    expect((await again(tags)).statusCode).toBe(200)
  }
  await database.pool.query("update events set title = 'Another title'")
  app.deps.cache.clear()
  const changed = await again(etag)
  expect(changed.statusCode).toBe(200)
  expect(changed.json()[0].title).toBe('Another title')
})

test('HEAD answers the headers of GET without the body', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db)
  for (const url of [upcoming, '/']) {
    const get = await send({ url })
    const head = await send({ url, method: 'HEAD' })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    for (const name of ['content-length', 'etag', 'content-type', 'content-security-policy']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  }
})

test('a cached response asks the database nothing', async () => {
  const { db, send, database } = await testApp({ pages: builtPages })
  await buildEvent(db)
  const query = vi.spyOn(database.pool, 'query')
  onTestFinished(() => query.mockRestore())
  for (const url of [upcoming, '/', listEvents.path]) {
    // The notification about the new event may arrive late and clear the cached response.
    await vi.waitFor(async () => {
      await send({ url })
      query.mockClear()
      await send({ url })
      await send({ url, headers: { 'accept-encoding': 'br' } })
      expect([url, query.mock.calls.length]).toEqual([url, 0])
    }, 30_000)
  }
})

test('cached pages and lists end at the moment an event ends, with nothing written', async () => {
  const { db, call, send, clock } = await testApp({ pages: builtPages })
  const event = await buildEvent(db, { title: 'Over at five' })
  await buildEvent(db, {
    title: 'Over next year',
    eventTime: '2027-03-01T16:00:00Z',
    eventEndTime: null,
  })
  const state = async () => ({
    upcoming: (await call(listUpcomingEvents)).body.map(({ title }) => title),
    completed: (await call(listCompletedEvents)).body.map(({ title }) => title),
    current: (await call(getCurrentEvent)).body?.id === event.id,
    etag: (await send({ url: '/' })).headers.etag,
  })
  // Reaching the event's start also changes pages.
  clock.set('2026-12-10T16:30:00Z')
  const before = await state()
  expect(before).toMatchObject({ current: true, upcoming: ['Over at five', 'Over next year'] })
  clock.set('2026-12-10T16:59:59.999Z')
  expect(await state()).toEqual(before)
  clock.set('2026-12-10T17:00:00.000Z')
  const after = await state()
  expect(after).toMatchObject({
    upcoming: ['Over next year'],
    completed: ['Over at five'],
    current: false,
  })
  expect(after.etag).not.toBe(before.etag)
  clock.set('2027-03-01T16:30:00Z')
  const later = await state()
  expect(later).toMatchObject({ upcoming: ['Over next year'], completed: ['Over at five'] })
  clock.set('2027-03-01T18:59:59.999Z')
  expect(await state()).toEqual(later)
  clock.set('2027-03-01T19:00:00.000Z')
  expect(await state()).toMatchObject({
    upcoming: [],
    completed: ['Over next year', 'Over at five'],
  })
})

test('an event that ends while its answer is being made is not kept as upcoming', async () => {
  const readings = [new Date('2026-12-10T16:59:59.999Z'), new Date('2026-12-10T16:59:59.999Z')]
  const clock = {
    ...testClock(),
    now: () => readings.shift() ?? new Date('2026-12-10T17:00:00.000Z'),
  }
  const { db, call } = await testApp({ clock })
  await buildEvent(db)
  expect((await call(listUpcomingEvents)).body).toHaveLength(1)
  expect(readings).toEqual([])
  expect((await call(listUpcomingEvents)).body).toEqual([])
})

test('an answer that was begun before a change is given once and not kept', async () => {
  const clock = { now: () => new Date() }
  const cache = createResponseCache({
    clock,
    nextChange: async () => undefined,
    headers: () => ({}),
  })
  const { app } = await testApp()
  const rendering = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  let title = 'old'
  app.get('/slow', async (request, reply) => {
    await cache.send(request, reply, 'slow', async () => {
      const body = title
      reading.resolve()
      await rendering.promise
      return { status: 200, headers: {}, body }
    })
    return reply
  })
  const begun = app.inject({ url: '/slow' })
  await reading.promise
  title = 'new'
  cache.clear()
  rendering.resolve()
  expect((await begun).body).toBe('old')
  expect((await app.inject({ url: '/slow' })).body).toBe('new')
})

test('a list cached for visitors is never sent to a session', async () => {
  const { db, send, asAdmin, asMember } = await testApp()
  await buildEvent(db, { videoUrl: 'https://youtu.be/aqz-KE-bpKQ' })
  const person = await buildPerson(db)
  const shared = await send({ url: listEvents.path })
  expect(shared.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  })
  const admin = await asAdmin()
  const own = await admin.send({
    url: listEvents.path,
    headers: { 'if-none-match': String(shared.headers.etag) },
  })
  expect(own.statusCode).toBe(200)
  expect(own.body).toContain('aqz-KE-bpKQ')
  expect(own.headers['cache-control']).toBe('no-store')
  const member = await asMember(person.email)
  expect((await member.send({ url: listEvents.path })).body).not.toContain('aqz-KE-bpKQ')
  expect((await send({ url: listEvents.path })).body).toBe(shared.body)
})
