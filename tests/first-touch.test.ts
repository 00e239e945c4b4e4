import { expect, test } from 'vitest'
import { mergePerson } from '#features/people/contract.ts'
import {
  preRegister,
  registerForEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { cleanMark, publicPath } from '#kernel/first-touch.ts'
import { sweepWaitlists } from '#features/waitlist/server/seats.ts'
import { seriesRegistrations, userGroups } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  registrationBody,
} from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const host = 'lights.example'
const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
const formHeaders = {
  host,
  origin: `http://${host}`,
  'content-type': 'application/x-www-form-urlencoded',
}
const touchOf = (rows: { firstTouch: object | null }[]) => rows.map(({ firstTouch }) => firstTouch)

test('a registration stores its first touch, cleaned, and later ones do not change it', async () => {
  const { db, call } = await testApp()
  const { id } = await buildEvent(db)
  const body = registrationBody({ ...person, eventIds: [id] })
  const sent = {
    landingPath: '/events/tonight?x=1',
    utm_source: '  news<script>letter  ',
    utm_medium: 'é'.repeat(5),
    utm_campaign: 'a'.repeat(300),
    utm_term: ['a'],
    utm_id: null,
    via: 'amina:1.2_3-4',
  }
  expect((await call(registerForEvents, { body: { ...body, ...sent } })).status).toBe(200)
  const again = { ...body, utm_source: 'other', via: 'other' }
  expect((await call(registerForEvents, { body: again })).status).toBe(200)
  expect(touchOf(await db.select().from(eventRegistrations))).toEqual([
    {
      path: '/events/tonight',
      utm_source: 'newsscriptletter',
      utm_campaign: 'a'.repeat(100),
      via: 'amina:1.2_3-4',
    },
  ])
})

const touches = [{ utm_source: 'letter' }, { utm_source: 'forum' }, null] as const
const earlier = new Date('2026-11-01T08:00:00Z')
const later = new Date('2026-11-02T08:00:00Z')

/** First touches of an earlier and a later row, by their position in `touches`. */
const pairs = [
  [0, 1],
  [2, 1],
  [1, 2],
] as const

/** Merges the person of one row into that of another, in both directions, and returns the first touches that remain. */
async function mergeTouches(
  table:
    | typeof eventRegistrations
    | typeof waitlistEntries
    | typeof seriesRegistrations
    | typeof userGroups,
) {
  const merged = []
  for (const [first, second] of pairs) {
    for (const isEarlierMoved of [true, false]) {
      const { db, asAdmin } = await testApp()
      const event = await buildEvent(db, { capacity: 1 })
      const eventId = event.id
      const [one, other] = [await buildPerson(db), await buildPerson(db)]
      // The row with the lower id is the later one, so that ids alone decide nothing.
      for (const [{ id: userId }, firstTouch, createdAt] of [
        [other, touches[second], later],
        [one, touches[first], earlier],
      ] as const) {
        if (table === seriesRegistrations) {
          await db.insert(table).values({ userId, firstTouch, requestedAt: createdAt })
        } else if (table === userGroups) {
          const group = { groupType: 'future_events', groupIdentifier: 'all' }
          await db.insert(table).values({ userId, firstTouch, createdAt, ...group })
        } else if (table === waitlistEntries) {
          await db.insert(table).values({ userId, eventId, firstTouch, createdAt })
        } else {
          await buildRegistration(db, { userId, eventId, firstTouch, createdAt })
        }
      }
      const keys = new Map((await db.select().from(people)).map(({ email, key }) => [email, key]))
      const [from, to] = isEarlierMoved ? [one, other] : [other, one]
      const admin = await asAdmin()
      const params = { key: keys.get(from.email)! }
      const body = { into: keys.get(to.email)! }
      expect((await admin.call(mergePerson, { params, body })).status).toBe(200)
      merged.push(...touchOf(await db.select().from(table)))
    }
  }
  return merged
}

test.each([
  ['registrations for an event', eventRegistrations],
  ['places on a waiting list', waitlistEntries],
  ['series registrations', seriesRegistrations],
  ['wishes for news of future events', userGroups],
] as const)('two merged %s keep the earlier first touch that is known', async (_, table) => {
  const [letter, forum] = touches
  expect(await mergeTouches(table)).toEqual([letter, letter, forum, forum, forum, forum])
})

test('a registration keeps the first touch of the place on the waiting list that it replaces', async () => {
  const { app, db, clock } = await testApp()
  const event = await buildEvent(db, { capacity: 5 })
  const { id: userId } = await buildPerson(db)
  const row = { userId, eventId: event.id }
  await buildRegistration(db, { ...row, firstTouch: touches[1], createdAt: later })
  await db.insert(waitlistEntries).values({ ...row, firstTouch: touches[0], createdAt: earlier })
  await sweepWaitlists(db, app.deps.jobs, clock.now())
  expect(await db.$count(waitlistEntries)).toBe(0)
  expect(touchOf(await db.select().from(eventRegistrations))).toEqual([touches[0]])
})

test('every form stores the first touch, and a place on the waiting list keeps it for the registration', async () => {
  const { db, call } = await testApp()
  const undated = await buildEvent(db, { status: 'pre_registration', dateConfirmed: false })
  const next = await buildEvent(db)
  const full = await buildEvent(db, { capacity: 1 })
  const touch = { utm_source: 'forum' }
  await call(preRegister, { body: { ...person, eventId: undated.id, ...touch } })
  const access = { ...person, company: 'Karoo', jobTitle: 'Baker', receiveEventInvites: true }
  await call(requestVideoAccess, { body: { ...access, eventId: next.id, ...touch } })
  for (const email of ['one@example.com', 'two@example.com']) {
    const body = registrationBody({ email, eventIds: [full.id] })
    await call(registerForEvents, { body: { ...body, ...touch, waitlist: true } })
  }
  expect(touchOf(await db.select().from(eventRegistrations))).toEqual([touch, touch, touch])
  expect(touchOf(await db.select().from(waitlistEntries))).toEqual([touch])
})

test('without scripts, forms send the query of their page, and links carry it from page to page', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db, { title: 'Tonight' })
  const query = 'utm_source=newsletter&via=amina'
  const follow = (url: string, referer: string, headers = {}) =>
    send({ method: 'GET', url, headers: { host, referer, ...headers } })
  const carried = await follow('/events/tonight', `http://${host}/?${query}`)
  expect([carried.statusCode, carried.headers.location]).toEqual([303, `/events/tonight?${query}`])
  // A path that begins with two slashes would be the address of another site.
  for (const slashes of ['//', '///']) {
    const foreign = await follow(`${slashes}elsewhere.example`, `http://${host}/?${query}`)
    expect(foreign.headers.location ?? '').not.toContain('//')
  }
  // No redirect for data of scripts, for links with a source of their own, and from other sites.
  const others: [string, string, object?][] = [
    ['/events/tonight?via=other', `http://${host}/?${query}`],
    ['/events/tonight', `http://elsewhere.example/?${query}`],
    ['/events/tonight.data', `http://${host}/?${query}`],
    ['/events/tonight', `http://${host}/?${query}`, { 'sec-fetch-dest': 'empty' }],
  ]
  for (const [url, referer, headers] of others) {
    expect([url, (await follow(url, referer, headers)).statusCode]).toEqual([url, 200])
  }
  const payload = new URLSearchParams({ ...person, company: 'Karoo' }).toString()
  const url = `/events/tonight?${query}`
  const posted = await send({ method: 'POST', url, headers: formHeaders, payload })
  expect(posted.statusCode).toBe(200)
  expect(touchOf(await db.select().from(eventRegistrations))).toEqual([
    { path: '/events/tonight', utm_source: 'newsletter', via: 'amina' },
  ])
})

test('without scripts, every form stores the cleaned marks of its page', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  const open = await buildEvent(db, { title: 'Open' })
  const full = await buildEvent(db, { title: 'Full', capacity: 1 })
  const { id: userId } = await buildPerson(db)
  await buildRegistration(db, { userId, eventId: full.id })
  await buildEvent(db, { title: 'Undated', status: 'pre_registration', dateConfirmed: false })
  const marks = { utm_source: ' news<b> letter ', utm_medium: 'm'.repeat(300), via: 'amina' }
  const query = new URLSearchParams({ ...marks, utm_id: 'é', utm_other: 'x' }).toString()
  const forms: [path: string, fields: object][] = [
    ['/events/open', {}],
    ['/events/open', { wholeSeries: 'on' }],
    ['/events/full', { waitlist: 'on' }],
    ['/events/undated', {}],
    ['/register', { receiveEventInvites: 'on' }],
    ['/register', {}],
    ['/notify', {}],
  ]
  for (const [at, [path, fields]] of forms.entries()) {
    const typed = { ...person, email: `person${at}@example.net`, company: 'Karoo', ...fields }
    const payload = new URLSearchParams(typed).toString()
    const url = `${path}?${query}`
    const posted = await send({ method: 'POST', url, headers: formHeaders, payload })
    expect([path, posted.statusCode]).toEqual([path, 200])
  }
  const cleaned = { utm_source: 'newsbletter', utm_medium: 'm'.repeat(100), via: 'amina' }
  const ofPath = (path: string) => ({ path, ...cleaned })
  const registrations = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  expect(touchOf(registrations)).toEqual([
    null,
    ofPath('/events/open'),
    ofPath('/events/open'),
    ofPath('/events/undated'),
    ofPath('/register'),
  ])
  expect(registrations.at(-1)!.eventId).toBe(open.id)
  expect(touchOf(await db.select().from(seriesRegistrations))).toEqual([ofPath('/events/open')])
  expect(touchOf(await db.select().from(waitlistEntries))).toEqual([ofPath('/events/full')])
  expect(touchOf(await db.select().from(userGroups))).toEqual([ofPath('/notify')])
})

test('the query of a source changes neither the document nor its entity tag', async () => {
  const { send } = await testApp({ pages: builtPages })
  const get = (url: string) => send({ method: 'GET', url, headers: { host } })
  const plain = await get('/')
  const tagged = await get('/?utm_source=newsletter&utm_campaign=x&via=amina')
  expect(tagged.body).toBe(plain.body)
  expect(tagged.headers.etag).toBe(plain.headers.etag)
})

test('marks are cut and reduced, and paths with a token are no public path', () => {
  expect(cleanMark(' a b/c?<>é:._-Z9 ')).toBe('abc:._-Z9')
  expect(cleanMark(`${'x'.repeat(99)} yz`)).toBe('x'.repeat(99))
  expect(cleanMark('💡')).toBeUndefined()
  expect(cleanMark(5)).toBeUndefined()
  expect(publicPath('//events//tonight/?a=1#b')).toBe('/events/tonight')
  for (const path of ['/join/x', '/me', '/admin', '/admin/events', 'x', null, '/enter/t']) {
    expect(publicPath(path)).toBeUndefined()
  }
})
