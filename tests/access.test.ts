import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#kernel/endpoint.ts'
import { catalogue } from '#main/catalogue.ts'
import { administrators, sessions } from '#schema/sign-in.ts'
import { buildEvent, buildPerson, buildRecording } from './support/builders.ts'
import { builtPages } from './support/built-pages.ts'
import {
  callerKinds,
  everyCaller,
  holdsKey,
  namedBy,
  type Caller,
  type CallerKind,
} from './support/callers.ts'
import { servedRoutes } from './support/served-routes.ts'
import { testApp } from './support/test-app.ts'

/** Routes that are no calls: pages and what they load, pictures, documents, calendar entries. */
const beside = [
  '/',
  '/*',
  '/admin/site/preview',
  '/images/*',
  '/share/:name(^event-\\d{1,9}|series).jpg',
  '/share/*',
  '/calendar/event-:id(^\\d{1,9}).ics',
  '/calendar.ics',
  '/feed.atom',
  '/feed.json',
  '/oembed',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  // What the licences of packages in the browser's bundle ask for.
  '/licences.md',
  '/api/openapi.json',
  '/api/v1/openapi.json',
  '/api/docs',
]

const tooMuch = Buffer.alloc(30_000_000, 'x')
const refused = [401, { message: expect.stringMatching(/^Please .* first$/) }]
const otherScope = [403, { message: expect.stringMatching(/^This key may not be used for /) }]

/** What somebody gets who may not: a key that opens another call is told apart from none. */
function refusalOf({ access }: Endpoint, kind: CallerKind) {
  return typeof access === 'object' && holdsKey(kind) ? otherScope : refused
}
const noSuchRow = {
  message: expect.stringMatching(/^(There is no |This link does not lead )/),
}
const brokenBody = { field: 'body', message: 'The body is not valid JSON' }

/** What somebody gets who may call: the answer, that there is no such row, or a word about the body. */
function served({ method, path }: Endpoint) {
  if (method === 'GET' && /:(?!kind)/.test(path)) return [404, noSuchRow]
  if (method === 'GET') return [200, '']
  return [400, { message: brokenBody.message, errors: [brokenBody] }]
}

function addressOf(path: string) {
  return path.replace(':kind', 'moved').replace(/:\w+/g, '1')
}

describe('the call', () => {
  let callers: Record<CallerKind, Caller>
  let close: () => Promise<unknown>
  beforeAll(async () => {
    callers = await everyCaller(await testApp({ onEnd: (end) => void (close = end) }))
  })
  afterAll(() => close())

  // None of them is carried out: what one leaves behind is what the next one found.
  test.for(catalogue.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is refused to everybody whom its access rule does not name',
    async ([, endpoint]) => {
      const { method } = endpoint
      for (const kind of callerKinds) {
        const answer = await callers[kind].send({
          method,
          url: addressOf(endpoint.path),
          ...(method !== 'GET' && {
            headers: { 'content-type': 'application/json' },
            payload: '{"broken',
          }),
        })
        const isNamed = namedBy(endpoint.access).includes(kind)
        const expected = isNamed ? served(endpoint) : refusalOf(endpoint, kind)
        const body = answer.statusCode === 200 ? '' : answer.json()
        expect([kind, answer.statusCode, body]).toEqual([kind, ...expected])
      }
    },
  )
})

test('who is refused learns nothing by asking in another way', async () => {
  const app = await testApp()
  const callers = await everyCaller(app)
  const guarded = catalogue.filter(({ access }) => access !== 'public')
  // A key for one thing stands for those for others: the case above tries each.
  const asking = callerKinds.filter((kind) => !holdsKey(kind) || kind === 'key for figures:read')
  for (const endpoint of guarded) {
    const { method, path, access } = endpoint
    for (const kind of asking.filter((each) => !namedBy(access).includes(each))) {
      const [status] = refusalOf(endpoint, kind)
      const ways = [
        { method, headers: { 'content-type': 'text/plain' }, payload: 'x' },
        {
          method,
          headers: { 'content-type': 'application/json' },
          payload: tooMuch,
        },
        { method: method === 'GET' ? ('HEAD' as const) : method },
        { method, url: `${addressOf(path)}?email=member@example.com&isAdmin=true` },
      ]
      for (const way of ways) {
        const answer = await callers[kind].send({ url: addressOf(path), ...way })
        expect([path, kind, answer.statusCode]).toEqual([path, kind, status])
      }
      for (const url of [
        `${addressOf(path)}/`,
        `/${addressOf(path)}`,
        addressOf(path).toUpperCase(),
      ]) {
        // 401 where the address is that of another guarded call, e.g. one with an empty id.
        const { statusCode } = await callers[kind].send({ method, url })
        expect([url, [404, 401, status].includes(statusCode)]).toEqual([url, true])
      }
    }
  }
}, 120_000)

test('every route is in the catalogue or on the list of what is no call, and all are served', async () => {
  const { app } = await testApp({ pages: builtPages })
  const called = catalogue.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(called).size).toBe(called.length)
  const routes = servedRoutes(app)
  const isBeside = (path: string) =>
    beside.includes(path) ||
    /^\/assets\/[\w.~-]+\.(js|css|woff2|svg)$/.test(path) ||
    /^\/[\w-]+\.(ico|svg|png|webmanifest)$/.test(path) ||
    path.startsWith('/api/docs/')
  const calls = routes.filter((route) => {
    const [method = '', path = ''] = route.split(/ (.*)/)
    if (!isBeside(path)) return method !== 'HEAD' || !called.includes(`GET ${path}`)
    expect([path, method]).toEqual([path, expect.stringMatching(/^(GET|HEAD)$/)])
    return false
  })
  // Mail readers post here from anywhere; the token in the address is what authorises them.
  const unsubscribing = 'POST /unsubscribe/:token'
  // Public forms of pages, each of which makes a call of the catalogue.
  const forms = ['/events/:slug', '/join/:token', '/members', '/notify', '/register'].map(
    (path) => `POST ${path}`,
  )
  expect(calls.toSorted()).toEqual([...called, unsubscribing, ...forms].toSorted())
})

test('documents, their data and public lists hold nothing personal and lead to no recording', async () => {
  const app = await testApp({ pages: builtPages })
  const { db, site } = app
  const video = 'aqz-KE-bpKQ'
  await buildRecording(db, {
    title: 'A finished evening',
    videoUrl: `https://www.youtube.com/watch?v=${video}`,
    featureImage: `https://i.ytimg.com/vi/${video}/maxresdefault.jpg`,
    bannerImage: `/images/stills/${video}.webp`,
  })
  await buildEvent(db, { title: 'An evening to come' })
  await buildPerson(db, {
    firstName: 'Qhubekani',
    lastName: 'Qwabe',
    email: 'qhubekani@private.example',
  })
  const callers = await everyCaller(app)
  const secrets = [video, 'Qhubekani', 'Qwabe', 'private.example', '@example.com']
  for (const table of [sessions, administrators]) {
    for (const row of await db.select().from(table)) {
      secrets.push(...Object.values(row).filter((value) => typeof value === 'string'))
    }
  }
  const pages = ['/', '/go1', '/next_event', '/next176', '/members', '/register', '/notify']
  pages.push('/events/a-finished-evening', '/events/an-evening-to-come', '/admin', '/no-such-page')
  const addresses = [
    ...pages,
    ...site.partnerPaths.map(({ path }) => path),
    ...pages.map((path) => (path === '/' ? '/_.data' : `${path}.data`)),
    '/members.data?_routes=root,screens%2Fmembers%2Fmembers',
    '/sitemap.xml',
    '/robots.txt',
    '/api/events/current',
    '/api/events/upcoming',
    '/api/events/completed',
    '/api/site',
    '/api/openapi.json',
    '/api/v1/openapi.json',
  ]
  for (const kind of callerKinds) {
    for (const url of addresses) {
      const { body, statusCode } = await callers[kind].send({ url })
      const isThere = !/no-such|admin/.test(url)
      expect([url, isThere && statusCode]).toEqual([url, isThere && 200])
      const told = secrets.filter((secret) => body.includes(secret))
      expect([url, kind, told]).toEqual([url, kind, []])
    }
  }
  const shown = await callers.visitor.send({ url: '/_.data' })
  expect(shown.body).toContain('A finished evening')
}, 120_000)
