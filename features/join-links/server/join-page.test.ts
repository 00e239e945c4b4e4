import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeWebinar } from '#features/events/server/edit-event.ts'
import { readJoinPage, takeJoinLink } from '#features/join-links/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { events } from '#schema/events.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { joins, webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const zoom = {
  accountId: 'account',
  clientId: 'client',
  clientSecret: 'hush',
  webhookSecret: 'tell',
  apiUrl: 'http://127.0.0.1:9/v2',
  oauthUrl: 'http://127.0.0.1:9/oauth/token',
}
const joinUrl = 'https://zoom.example/w/1?tk=own'

async function atTheDoor({ isMapped = true, isConfigured = true } = {}) {
  const app = await testApp({ config: { zoom: isConfigured ? zoom : undefined } })
  const { db, clock, call } = app
  const event = await buildEvent(db, { title: 'The last mile' })
  const person = await buildPerson(db)
  const seat = await buildRegistration(db, { userId: person.id, eventId: event.id })
  const token = makeLinkToken(await readLinkKey(db), 'join', { ...seat, email: person.email })
  const mapTo = (webinarId: string | null) =>
    db.transaction((tx) => changeWebinar(tx, event.id, webinarId, clock.now()))
  if (isMapped) await mapTo('811')
  const take = (fields: Partial<typeof webinarSeats.$inferInsert>) =>
    db
      .insert(webinarSeats)
      .values({ registrationId: seat.id, webinarId: '811', ...fields })
      .onConflictDoUpdate({ target: webinarSeats.registrationId, set: fields })
  const join = async () => (await call(takeJoinLink, { body: { token } })).body
  clock.set('2026-12-10T15:45:00Z')
  const look = async () => (await call(readJoinPage, { params: { token } })).body
  return { ...app, seat, join, look, take, mapTo }
}

test('the join link says when, leads in from 15 minutes before the start until half an hour after the end, and counts', async () => {
  const { db, clock, join, take } = await atTheDoor()
  clock.set('2026-12-10T15:44:59Z')
  const { event, now, ...said } = await join()
  expect({ event, now }).toMatchObject({
    event: { title: 'The last mile', slug: 'the-last-mile', isCancelled: false, isLive: false },
    now: '2026-12-10T15:44:59.000Z',
  })
  expect(said).toEqual({
    state: 'early',
    url: null,
    leadsIn: true,
    room: null,
    title: 'The last mile',
    when: 'Thursday, 10 December 2026, 18:00-19:00 CAT',
    opensAt: '2026-12-10T15:45:00.000Z',
  })
  clock.set('2026-12-10T15:45:00Z')
  expect(await join()).toMatchObject({ state: 'preparing', url: null })
  await take({ state: 'seated', joinUrl })
  expect(await join()).toMatchObject({ state: 'open', url: joinUrl })
  clock.set('2026-12-10T16:59:59Z')
  await join()
  const [counted] = await db.select().from(joins)
  expect(counted).toMatchObject({ joinCount: 2, firstJoinedAt: new Date('2026-12-10T15:45:00Z') })
  clock.set('2026-12-10T17:29:59Z')
  expect(await join()).toMatchObject({ state: 'open', url: joinUrl })
  clock.set('2026-12-10T17:30:00Z')
  expect(await join()).toMatchObject({ state: 'over', url: null })
})

test('looking at the link counts nothing and names no address, whatever runs the scripts of its page', async () => {
  const { db, join, look, take, call } = await atTheDoor()
  await take({ state: 'seated', joinUrl })
  const seen = await look()
  expect(seen).toMatchObject({ state: 'open', leadsIn: true, title: 'The last mile' })
  expect(JSON.stringify(seen)).not.toContain(joinUrl)
  expect(await db.select().from(joins)).toEqual([])
  expect(await join()).toEqual({ ...seen, url: joinUrl })
  expect(await db.select({ joinCount: joins.joinCount }).from(joins)).toEqual([{ joinCount: 1 }])
  expect((await call(readJoinPage, { params: { token: 'no-such-link' } })).status).toBe(404)
})

test('join links stop opening a webinar as soon as the event leaves it', async () => {
  const { db, join, take, mapTo } = await atTheDoor()
  await take({ state: 'seated', joinUrl })
  await mapTo('822')
  expect(await join()).toMatchObject({ state: 'preparing', url: null })
  await mapTo(null)
  expect(await join()).toMatchObject({ state: 'unseated', url: null })
  await mapTo('811')
  expect(await join()).toMatchObject({ state: 'open', url: joinUrl })
  await db.update(zoomWebinarMappings).set({ isActive: false })
  expect(await join()).toMatchObject({ state: 'unseated', url: null })
  expect(await db.select({ joinCount: joins.joinCount }).from(joins)).toEqual([{ joinCount: 1 }])
})

test('people without a Zoom registration soon are not asked to wait a minute', async () => {
  const { db, join, take, seat } = await atTheDoor()
  await take({ state: 'waiting', attempts: 2 })
  expect(await join()).toMatchObject({ state: 'preparing' })
  await take({ state: 'waiting', attempts: 9 })
  expect(await join()).toMatchObject({ state: 'unseated', url: null })
  for (const state of ['pending', 'failed', 'withdrawn'] as const) {
    await take({ state, attempts: 1 })
    expect(await join()).toMatchObject({ state: 'unseated', url: null })
  }
  await db.delete(webinarSeats)
  expect(await join()).toMatchObject({ state: 'preparing' })
  await db
    .update(eventRegistrations)
    .set({ registrationType: 'pre_registration' })
    .where(eq(eventRegistrations.id, seat.id))
  expect(await join()).toMatchObject({ state: 'unseated' })
})

test('only people without a Zoom registration soon get the meeting link', async () => {
  const { db, join, take, seat } = await atTheDoor()
  const roomUrl = 'https://rooms.example:8443/evening'
  await db.update(events).set({ roomUrl })
  const inRoom = { state: 'open', url: roomUrl, room: 'rooms.example:8443' }
  expect(await join()).toMatchObject({ state: 'preparing', url: null })
  for (const state of ['pending', 'failed', 'withdrawn'] as const) {
    await take({ state, attempts: 1 })
    expect(await join()).toMatchObject(inRoom)
  }
  await take({ state: 'seated', joinUrl })
  expect(await join()).toMatchObject({ state: 'open', url: joinUrl, room: null })
  await db
    .update(eventRegistrations)
    .set({ registrationType: 'pre_registration' })
    .where(eq(eventRegistrations.id, seat.id))
  await db.delete(webinarSeats)
  expect(await join()).toMatchObject({ state: 'unseated', url: null })
})

test.for([{ isMapped: false }, { isConfigured: false }])(
  'without a webinar or without Zoom the join link promises no seat and no way in: %o',
  async (setup) => {
    const { join, db, clock } = await atTheDoor(setup)
    expect(await join()).toMatchObject({ state: 'unseated', url: null, leadsIn: false })
    clock.set('2026-12-10T08:00:00Z')
    expect(await join()).toMatchObject({ state: 'early', url: null, leadsIn: false })
    await db.update(events).set({ roomUrl: 'https://rooms.example/evening' })
    expect(await join()).toMatchObject({ state: 'early', url: null, leadsIn: true })
  },
)

test('before the doors open a way in is promised only to whom a seat, or a room, will lead in', async () => {
  const { join, take, clock, db } = await atTheDoor()
  clock.set('2026-12-10T08:00:00Z')
  expect(await join()).toMatchObject({ state: 'early', leadsIn: true })
  await take({ state: 'failed', attempts: 9 })
  expect(await join()).toMatchObject({ state: 'early', leadsIn: false })
  await take({ state: 'seated', joinUrl })
  expect(await join()).toMatchObject({ state: 'early', leadsIn: true, url: null })
  await db.delete(webinarSeats)
  await db.update(eventRegistrations).set({ registrationType: 'pre_registration' })
  expect(await join()).toMatchObject({ state: 'early', leadsIn: false })
})

test('once Zoom has had its adds of the day, the room leads in until midnight UTC, and the page says so', async () => {
  const { db, join, take, clock } = await atTheDoor()
  await take({ state: 'waiting', attempts: 1, exhaustedOn: '2026-12-10' })
  const zoomRetryAt = '2026-12-11T00:00:00.000Z'
  expect(await join()).toMatchObject({ state: 'unseated', url: null, zoomRetryAt })
  const roomUrl = 'https://rooms.example/evening'
  await db.update(events).set({ roomUrl })
  expect(await join()).toMatchObject({ state: 'open', url: roomUrl, zoomRetryAt })
  for (const [state, fields] of [
    ['over', { status: 'completed', cancelledAt: null }],
    ['cancelled', { status: 'upcoming', cancelledAt: clock.now() }],
  ] as const) {
    await db.update(events).set(fields)
    const left = await join()
    expect([left.state, left.zoomRetryAt]).toEqual([state, undefined])
  }
  await db.update(events).set({ cancelledAt: null })
  clock.set('2026-12-09T12:00:00Z')
  await take({ exhaustedOn: '2026-12-09' })
  const ahead = await join()
  expect([ahead.state, ahead.leadsIn, ahead.zoomRetryAt]).toEqual(['early', true, undefined])
  clock.set('2026-12-10T15:50:00Z')
  expect(await join()).toMatchObject({ state: 'preparing', url: null })
})
