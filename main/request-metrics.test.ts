import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { appWithMetrics, readSeries } from '#tests/support/metrics-stage.ts'
import { servedRoutes } from '#tests/support/served-routes.ts'
import { catalogue } from './catalogue.ts'

const mostSeries = 300

test('requests are counted by the pattern of their route, whatever their method and their address', async () => {
  const { app, scrape } = await appWithMetrics()
  for (const id of [7, 8, 9]) await app.inject({ url: `/api/admin/announcements/${id}` })
  await app.inject({ url: '/api/health' })
  await app.inject({ url: '/api/nothing-of-the-kind' })
  const series = readSeries(await scrape())
  const counted = [...series].filter(([name]) => name.startsWith('greenroom_requests_total'))
  expect(counted).toContainEqual(['greenroom_requests_total{route="/api/health"}', 1])
  expect(counted.map(([, count]) => count).toSorted((one, other) => one - other)).toEqual([1, 1, 3])
  expect(series.get('greenroom_answers_total{group="admin",status="4xx"}')).toBe(3)
  expect(series.get('greenroom_answer_seconds_count{group="admin"}')).toBe(3)
  expect(series.get('greenroom_listening')).toBeDefined()
  expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

test('a page is counted by its own pattern, and an address that is none as that', async () => {
  const { db, app, scrape } = await appWithMetrics({ pages: builtPages })
  const { slug } = await buildEvent(db)
  for (const url of [
    '/',
    `/events/${slug}`,
    '/events/no-such-event',
    '/join/some-token',
    '/no/such/page',
  ])
    await app.inject({ url })
  const series = readSeries(await scrape())
  const counts = ['/', '/events/:slug', '/join/:token', '*'].map((route) =>
    series.get(`greenroom_requests_total{route="${route}"}`),
  )
  expect(counts).toEqual([1, 2, 1, 1])
  expect([...series.keys()].join()).not.toContain('some-token')
})

test('a caller who gives up is counted, with the route that was too slow', async () => {
  const { app, scrape } = await appWithMetrics({
    async pages(created) {
      created.get('/api/slow', async (_request, reply) => {
        await once(reply.raw, 'close')
        return 'too late'
      })
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const signal = AbortSignal.timeout(300)
  await expect(fetch(`${url}/api/slow`, { signal })).rejects.toThrow('aborted')
  const counted = async () => readSeries(await scrape())
  const name = 'greenroom_answers_total{group="calls",status="aborted"}'
  await expect.poll(async () => (await counted()).get(name)).toBe(1)
  expect((await counted()).get('greenroom_requests_total{route="/api/slow"}')).toBe(1)
})

test('routes that have not failed for an hour make room for one that fails now', async () => {
  const { app, scrape } = await appWithMetrics({
    async pages(created) {
      for (let number = 0; number < 12; number++) {
        created.get(`/api/planted-${number}`, (_request, reply) =>
          reply.status(500).send('planted'),
        )
      }
    },
  })
  for (let number = 0; number < 11; number++) await app.inject({ url: `/api/planted-${number}` })
  const failures = async (route: string) =>
    readSeries(await scrape()).get(`greenroom_failures_total{route="${route}"}`)
  expect([await failures('/api/planted-0'), await failures('other')]).toEqual([1, 1])
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + 3_700_000)
  await app.inject({ url: '/api/planted-11' })
  clock.mockRestore()
  expect(await failures('/api/planted-11')).toBe(1)
  expect(await failures('/api/planted-0')).toBe(undefined)
})

test('a site of which every call and hundreds of other addresses were asked has at most three hundred series', async () => {
  const { app, scrape } = await appWithMetrics()
  const own = servedRoutes(app).map((route) => route.split(' '))
  expect(own.length).toBeGreaterThan(catalogue.length)
  for (const [method, url] of own) {
    await app.inject({ method: method as 'GET', url: url!.replaceAll(/:\w+/g, '1') })
  }
  const ofSite = readSeries(await scrape())
  expect(ofSite.size).toBeLessThanOrEqual(mostSeries)
  const named = [...ofSite.keys()].filter((name) => name.includes('{route="/api/'))
  expect(named.length).toBeGreaterThan(100)
})

test('however many routes and kinds of answers there are, there are at most three hundred series', async () => {
  const { app, scrape } = await appWithMetrics({
    async pages(created) {
      for (const beginning of ['/api/admin/', '/api/v1/', '/api/', '/images/', '/assets/', '/']) {
        for (let number = 0; number < 60; number++) {
          created.get(`${beginning}planted-${number}`, (request, reply) =>
            reply.status(Number((request.query as { status: string }).status)).send('planted'),
          )
        }
      }
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const planted = servedRoutes(app).filter((route) => /^GET .*planted-/.test(route))
  expect(planted.length).toBe(360)
  // Register build files first, so that they could use up the names.
  for (const route of planted.toSorted((one) => (one.includes('/assets/') ? -1 : 0))) {
    const path = route.slice(4)
    for (const status of [200, 302, 404, 503]) {
      await (await fetch(`${url}${path}?status=${status}`, { redirect: 'manual' })).text()
    }
  }
  const series = readSeries(await scrape())
  expect(series.size).toBeGreaterThan(250)
  expect(series.size).toBeLessThanOrEqual(mostSeries)
  expect(series.get('greenroom_requests_total{route="other"}')).toBeGreaterThan(0)
  // All build files count as one route.
  expect(series.get('greenroom_requests_total{route="/assets/*"}')).toBe(240)
})
