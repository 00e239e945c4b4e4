import { expect, test } from 'vitest'
import { mergePerson } from '#features/people/contract.ts'
import {
  preRegister,
  registerForEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { cleanMark, publicPath } from '#kernel/first-touch.ts'
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

test('two merged registrations for an event keep the earlier first touch that is known', async () => {
  const touches = [{ utm_source: 'letter' }, { utm_source: 'forum' }, null]
  const earlier = new Date('2026-11-01T08:00:00Z')
  const merged = []
  for (const [gone, kept] of [
    [0, 1],
    [2, 1],
    [1, 2],
  ] as const) {
    const { db, asAdmin } = await testApp()
    const event = await buildEvent(db)
    const [from, to] = [await buildPerson(db), await buildPerson(db)]
    const eventId = event.id
    await buildRegistration(db, {
      userId: from.id,
      eventId,
      firstTouch: touches[gone] ?? null,
      createdAt: earlier,
    })
    await buildRegistration(db, { userId: to.id, eventId, firstTouch: touches[kept] ?? null })
    const keys = new Map((await db.select().from(people)).map(({ email, key }) => [email, key]))
    const admin = await asAdmin()
    const into = keys.get(to.email)!
    const params = { key: keys.get(from.email)! }
    expect((await admin.call(mergePerson, { params, body: { into } })).status).toBe(200)
    merged.push(...touchOf(await db.select().from(eventRegistrations)))
  }
  expect(merged).toEqual([touches[0], touches[1], touches[1]])
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
