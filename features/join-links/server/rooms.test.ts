// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { joins } from '#schema/webinars.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const roomUrl = 'https://meet.google.com/abc-defg-hij'
const visitors = 100

/** Creates a site without Zoom and an event with a meeting room and a hundred registrants. */
async function roomStage() {
  const app = await testApp({ pages: builtPages })
  const { db, call } = app
  const event = await buildEvent(db, { title: 'The last mile', roomUrl })
  for (let number = 0; number < visitors; number++) {
    await call(registerForEvents, { body: registrationBody({ eventIds: [event.id] }) })
  }
  await app.runJobs()
  const key = await readLinkKey(db)
  const seats = await db
    .select({
      id: eventRegistrations.id,
      createdAt: eventRegistrations.createdAt,
      email: users.email,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
  const join = async (seat: (typeof seats)[number]) =>
    (await call(takeJoinLink, { body: { token: makeLinkToken(key, 'join', seat) } })).body
  return { ...app, event, seats, join }
}

test('a hundred registrants are led into the room, and nothing shows its address before', async () => {
  const { db, clock, send, event, seats, join, asMember, asAdmin } = await roomStage()
  const member = await asMember((await buildPerson(db)).email)
  const shown: string[] = []
  for (const url of [
    '/',
    '/go1',
    '/api/events',
    '/api/events/upcoming',
    '/api/events/current',
    '/calendar.ics',
    '/sitemap.xml',
    '/robots.txt',
    '/api/site',
    `/events/the-last-mile`,
    `/events/the-last-mile.data`,
    '/_root.data',
  ]) {
    shown.push((await send({ url })).body)
    shown.push((await member.send({ url })).body)
  }
  shown.push((await member.send({ url: '/api/members/videos' })).body)
  const mails = await db.select().from(outboxEntries)
  expect(mails.length).toBeGreaterThanOrEqual(visitors)
  shown.push(JSON.stringify(mails))
  clock.set('2026-12-10T15:44:59Z')
  shown.push(JSON.stringify(await Promise.all(seats.map(join))))
  expect(shown.join('\n')).toContain('The last mile')
  expect(shown.filter((text) => text.includes('meet.google'))).toEqual([])
  const admin = await asAdmin()
  expect((await admin.send({ url: '/api/events' })).body).toContain(roomUrl)

  const moved = 'https://meet.jit.si/the-last-mile'
  await admin.call(changeEvent, { params: { id: event.id }, body: { roomUrl: moved } })
  expect(await db.$count(outboxEntries)).toBe(mails.length)
  clock.set('2026-12-10T15:45:00Z')
  expect(seats).toHaveLength(visitors)
  for (const seat of seats) {
    expect(await join(seat)).toMatchObject({ state: 'open', url: moved, room: 'Jitsi' })
  }
  clock.set('2026-12-10T17:29:59Z')
  await join(seats[0]!)
  const counted = await db.select().from(joins)
  expect(counted).toHaveLength(visitors)
  expect(counted.find(({ registrationId }) => registrationId === seats[0]!.id)).toEqual({
    registrationId: seats[0]!.id,
    joinCount: 2,
    firstJoinedAt: new Date('2026-12-10T15:45:00Z'),
  })
  clock.set('2026-12-10T17:30:00Z')
  expect(await join(seats[0]!)).toMatchObject({ state: 'over', url: null, room: null })
})

test('an event that the organiser closed is over at once, and one without a clock time never opens', async () => {
  const { clock, call, asAdmin, event, seats, join } = await roomStage()
  clock.set('2026-12-10T16:30:00Z')
  expect(await join(seats[0]!)).toMatchObject({ state: 'open' })
  const admin = await asAdmin()
  const change = (body: object) =>
    admin.call(changeEvent, { params: { id: event.id }, body: body as never })
  await change({ status: 'completed' })
  expect(await join(seats[0]!)).toMatchObject({ state: 'over' })
  await change({ status: 'upcoming', eventTime: 'In the evening', eventEndTime: '' })
  expect(await join(seats[0]!)).toMatchObject({ state: 'early', opensAt: null })
  await change({ cancelled: true })
  expect(await join(seats[0]!)).toMatchObject({ state: 'cancelled', url: null })
  expect((await call(takeJoinLink, { body: { token: 'nonsense' } })).status).toBe(404)
})

test('as long as there is neither room nor webinar mails keep the link and promise less', async () => {
  const app = await testApp()
  const { db, call } = app
  const bare = await buildEvent(db)
  const withRoom = await buildEvent(db, { roomUrl })
  const mailFor = async (eventId: number) => {
    const body = registrationBody({ eventIds: [eventId] })
    await call(registerForEvents, { body })
    await app.runJobs()
    const mails = await db.select().from(outboxEntries).where(eq(outboxEntries.email, body.email))
    return mails
      .find(({ kind }) => kind === 'registration_confirmed')!
      .kept!.text!.replaceAll(/\s+/g, ' ')
  }
  const [lacking, promising] = [await mailFor(bare.id), await mailFor(withRoom.id)]
  for (const text of [lacking, promising]) expect(text).toContain('/join/')
  expect(lacking).not.toContain('You can join')
  expect(promising).toContain('You can join from 15 minutes before the start')
})

test('a room is an https address, and empty takes it away', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const { id } = await buildEvent(db)
  const change = (value: string | null) =>
    admin.call(changeEvent, { params: { id }, body: { roomUrl: value } })
  for (const wrong of ['http://meet.jit.si/x', 'meet.jit.si/x', 'javascript:alert(1)', 'https:']) {
    const refused = await change(wrong)
    expect([wrong, refused.status, refused.body.errors?.[0]?.field]).toEqual([
      wrong,
      400,
      'roomUrl',
    ])
  }
  expect((await change(` ${roomUrl} `)).body.roomUrl).toBe(roomUrl)
  expect((await change('')).body.roomUrl).toBeNull()
  const { body } = await admin.call(createEvent, {
    body: {
      title: 'Another evening',
      speakerName: 'Amara',
      speakerTitle: 'Founder',
      description: 'Of trucks.',
      bannerImage: '/images/banners/last-mile.webp',
      featureImage: '/images/features/last-mile.webp',
      roomUrl,
    },
  })
  expect(body.roomUrl).toBe(roomUrl)
})
