import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages, loadPageBuild } from '#tests/support/built-pages.ts'
import { hostileVisit } from '#tests/support/hostile-visits.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { testApp } from '#tests/support/test-app.ts'
import { findPageAddress } from './page-address.ts'

test.for([
  ['//', '/'],
  ['/%2F', '/'],
  ['/?a=1&b=%20', undefined],
  ['///?a=1&b=%20', '/?a=1&b=%20'],
  ['/go1', undefined],
  ['/next_event', undefined],
  ['/go1/', '/go1'],
  ['//go1//?source=slides', '/go1?source=slides'],
  ['/%67o1', '/go1'],
  ['/GO1', '/go1'],
  ['/Next_Event/?utm_source=slides', '/next_event?utm_source=slides'],
  ['/NorthPier', '/northpier'],
  ['/%2F%2Fgo1', '/go1'],
  ['/register/', '/register'],
  ['/members//', '/members'],
  ['//me', '/me'],
  ['/admin//events/', '/admin/events'],
  ['/Admin/people//7/', '/admin/people/7'],
  ['/events//tonight', '/events/tonight'],
  ['/EVENTS/%74onight/?a', '/events/tonight?a'],
  ['/.data', '/_.data'],
  ['//_.data?_routes=root', '/_.data?_routes=root'],
  ['/go1/_.data', '/go1.data'],
  ['/GO1.data', '/go1.data'],
  ['/_.data', undefined],
  ['/go1.data', undefined],
  ['/events/tonight.data', undefined],
] as const)('%s has one canonical address', async ([url, canonical]) => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db, { title: 'Tonight' })
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await send({ method, url })
    const expected = canonical === undefined ? [200, undefined] : [308, canonical]
    expect([method, statusCode, headers.location]).toEqual([method, ...expected])
  }
})

test('only an address that no page can be spelled by is a 404, and none leads to another host', async () => {
  const { app } = await testApp({ pages: builtPages })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const answerTo = async (url: string) => {
    const { statusCode, headers } = await rawRequest(origin, { url })
    return [url, statusCode, headers.location]
  }
  for (const url of [
    '//evil.example',
    '/%2F%2Fevil',
    '/\\evil',
    '/GO1/more',
    '/NEXT176x',
    '//a/b',
  ]) {
    expect(await answerTo(url)).toEqual([url, 404, undefined])
  }
  for (const url of ['/\\go1', '/x/../go1', '/%2F%2Fgo1', '/\\/go1', '//evil.example/../go1']) {
    expect(await answerTo(url)).toEqual([url, 308, '/go1'])
  }
})

test('another method on an alias is a 404', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db, { title: 'Tonight' })
  const headers = {
    host: 'lights.example',
    origin: 'http://lights.example',
    'content-type': 'application/x-www-form-urlencoded',
  }
  for (const url of ['//', '/register/', '//register', '/%72egister', '/events/TONIGHT', '/go1/']) {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const answer = await send({ method, url, headers, payload: 'email=a' })
      expect([method, url, answer.statusCode]).toEqual([method, url, 404])
    }
  }
})

test('calls, files and pages that a token opens are left alone', async () => {
  const { send } = await testApp({ pages: builtPages })
  const alone = [
    '/api//events',
    '/api/events/',
    '/robots.txt/',
    '//images/hero.webp',
    '/images//hero.webp',
    '/assets//x.js',
    ...['join', 'crew', 'interest', 'confirm-seat', 'enter', 'unsubscribe', 'resubscribe'].flatMap(
      (page) => [`/${page}/c1-Token`, `/${page}/c1-Token/`, `//${page}/c1-Token`],
    ),
  ]
  for (const url of alone) {
    const answer = await send({ url })
    expect([url, answer.statusCode, answer.headers.location]).toEqual([
      url,
      expect.not.toSatisfy((status) => status >= 300 && status < 400),
      undefined,
    ])
  }
})

test('a canonical address is its own, whatever was asked', async () => {
  const { routes } = await loadPageBuild()
  fc.assert(
    fc.property(hostileVisit, ({ url }) => {
      const asked = URL.parse(url, 'http://a')
      if (!asked || /%(?![0-9a-f]{2})/i.test(asked.pathname)) return
      try {
        decodeURIComponent(asked.pathname)
      } catch {
        return
      }
      const { path } = findPageAddress(routes, asked.pathname)
      if (path === undefined) return
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new URL(path, asked).pathname).toBe(path)
      expect(findPageAddress(routes, path).path).toBe(path)
    }),
  )
})

test('parameters that only the browser reads do not change the document', async () => {
  const { send } = await testApp({ pages: builtPages })
  const { routes } = await loadPageBuild()
  const paths = Object.values(routes).flatMap((route) => {
    const path = route?.path ?? ''
    const isOwn = /:(slug|partnerPath)/.test(path)
    return path.includes(':') && !isOwn ? [`/${path.replaceAll('?', '')}`] : []
  })
  expect(paths.length).toBeGreaterThan(10)
  const text = async (url: string, host: string) => {
    const { body, statusCode } = await send({ url, headers: { host } })
    expect([url, statusCode]).toEqual([url, 200])
    return body.replaceAll(/nonce="[^"]*"/g, '')
  }
  for (const path of paths) {
    const one = await text(path.replaceAll(/:\w+/g, '-'), 'localhost')
    expect(await text(path.replaceAll(/:\w+/g, '12345'), 'localhost')).toBe(one)
  }
}, 240_000)

test('addresses that no page has are drawn once, and so are the data of a page', async () => {
  const { app, send } = await testApp({ pages: builtPages })
  const asked: string[] = []
  for (const [name, operation] of app.operations) {
    app.operations.set(name, (...input) => {
      if (name === 'GET /api/site') asked.push(name)
      return operation(...input)
    })
  }
  const drawnBy = async (urls: string[]) => {
    asked.length = 0
    for (const url of urls) await send({ url })
    return asked.length
  }
  const made = (prefix: string, end = '') => Array.from('abcdef', (name) => prefix + name + end)
  for (const urls of [
    made('/made-up-'),
    [...made('/made/up/'), '/admin/site/preview?page=/'],
    made('/events/made-up-'),
    made('/enter/'),
    [...made('/join/'), `/join/1-${'a'.repeat(24)}`],
    made('/join/', '.data'),
    made('/events/made-up-', '/time'),
    made('/events/made-up-', '/time.data?zone='),
    made('/events/made-up-', '.data'),
    made('/admin/people/'),
    made('/_.data?'),
    [...made('/go1.data?utm='), ...made('/go1.data?_routes=')],
    made('/made-', '.data'),
  ]) {
    expect(await drawnBy(urls.slice(0, 1))).toBeGreaterThan(0)
    expect([urls[1], await drawnBy(urls.slice(1))]).toEqual([urls[1], 0])
  }
})
