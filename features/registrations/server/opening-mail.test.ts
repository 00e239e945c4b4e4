import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent, createEvent } from '#features/events/contract.ts'
import {
  answerInterest,
  preRegister,
  readInterestOffer,
  registerForFutureEvents,
} from '#features/registrations/contract.ts'
import { userGroups, unsubscriptions } from '#schema/newsletter.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

/** Creates people interested in future events and an event without a fixed date. */
async function interestedStage() {
  const stage = await mailStage()
  const { call, clock, db, server, asAdmin } = stage
  clock.set('2026-12-01T08:00:00Z')
  const event = await stage.build({ status: 'pre_registration', dateConfirmed: false })
  async function interest(name: string, marks: object = {}) {
    const body = { firstName: name, lastName: 'Nkosi', email: `${name}@example.com`, ...marks }
    expect((await call(registerForFutureEvents, { body })).status).toBe(200)
  }
  await interest('ada')
  await interest('ben')
  await stage.at('2026-12-01T08:00:01Z')
  async function open(id = event.id) {
    const admin = await asAdmin()
    const body = { status: 'upcoming', dateConfirmed: true }
    expect((await admin.call(changeEvent, { params: { id }, body })).status).toBe(200)
  }
  /** Returns the token of the person's last mail of this kind. */
  function tokenOf(name: string) {
    const mail = server.mails.findLast(
      ({ to, subject }) => to.startsWith(`${name}@`) && subject.startsWith('Registration is open'),
    )
    return /\/interest\/([\w-]+)/.exec(mail!.raw.replaceAll('=\r\n', ''))![1]!
  }
  const answer = (name: string, wanted: 'take_part' | 'ignore' | 'end') =>
    call(answerInterest, { body: { token: tokenOf(name), answer: wanted } })
  return { ...stage, event, interest, open, tokenOf, answer, db }
}

test(
  'whoever asked to hear of future events gets one mail once registration opens',
  { tags: 'postgres' },
  async () => {
    const { at, open, call, event, interest, db } = await interestedStage()
    const body = { firstName: 'Cleo', email: 'cleo@example.com', eventId: event.id }
    await call(preRegister, { body })
    await interest('cleo')
    await interest('unsub')
    await db.insert(unsubscriptions).values({ email: 'unsub@example.com', topic: 'news' })
    await at('2026-12-01T08:00:02Z')
    await open()
    expect(await at('2026-12-01T08:01:00Z')).toEqual([])
    // Pre-registered people get the mail about the date, once.
    expect(await at('2026-12-01T08:02:10Z')).toEqual([
      'ada: Registration is open',
      'ben: Registration is open',
      'cleo: The date is confirmed',
    ])
    await interest('late')
    expect(await at('2026-12-01T09:00:00Z')).toEqual([
      'late: We will tell you about future events of House Lights',
    ])
  },
)

test('one press takes part, once, under no consent that was not given', async () => {
  const { at, open, answer, call, tokenOf, db, event } = await interestedStage()
  await open()
  await at('2026-12-01T08:02:10Z')
  const offered = () => call(readInterestOffer, { body: { token: tokenOf('ada') } })
  expect((await offered()).body).toMatchObject({ state: 'open', title: 'Salt' })
  for (let press = 0; press < 2; press++)
    expect((await answer('ada', 'take_part')).status).toBe(200)
  expect(await at('2026-12-01T08:03:00Z')).toEqual(['ada: Your seat is confirmed'])
  expect(await db.select().from(eventRegistrations)).toMatchObject([
    { eventId: event.id, registrationType: 'confirmed', receiveUpdates: true },
  ])
  expect((await offered()).body).toMatchObject({ state: 'taken' })
})

test('one press leaves this event out, another one ends it', async () => {
  const { at, open, answer, build, db } = await interestedStage()
  await open()
  await at('2026-12-01T08:02:10Z')
  expect((await answer('ada', 'ignore')).status).toBe(200)
  expect((await answer('ben', 'end')).status).toBe(200)
  const groups = await db
    .select({ email: users.email, groupType: userGroups.groupType })
    .from(userGroups)
    .innerJoin(users, eq(users.id, userGroups.userId))
    .orderBy(users.email, userGroups.groupType)
  expect(groups).toEqual([
    { email: 'ada@example.com', groupType: 'future_events' },
    { email: 'ada@example.com', groupType: 'ignored_events' },
  ])
  const next = await build({ title: 'Roads', status: 'pre_registration' })
  await open(next.id)
  expect(await at('2026-12-01T08:05:00Z')).toEqual(['ada: Registration is open: Roads'])
})

test('an event created open is announced; open events of earlier releases, samples and imports are not', async () => {
  const { at, asAdmin, build, db, event } = await interestedStage()
  await build({ title: 'Open before', status: 'upcoming', dateConfirmed: true })
  expect(await at('2026-12-01T08:00:30Z')).toEqual([])
  const admin = await asAdmin()
  const [before] = await db.select().from(events).where(eq(events.title, 'Open before'))
  await admin.call(changeEvent, {
    params: { id: before!.id },
    body: { description: 'Other words' },
  })
  expect(await at('2026-12-01T08:03:00Z')).toEqual([])
  const created = await admin.call(createEvent, {
    body: {
      title: 'Begins open',
      status: 'upcoming',
      dateConfirmed: true,
      eventDate: '2026-12-20',
      eventTime: '2026-12-20T16:00:00.000Z',
      speakerName: 'Amara',
      speakerTitle: 'Founder',
      description: 'An hour.',
      featureImage: event.featureImage,
      bannerImage: event.bannerImage,
    },
  })
  expect(created.status).toBe(200)
  expect(await at('2026-12-01T08:06:00Z')).toEqual([
    'ada: Registration is open: Begins open',
    'ben: Registration is open: Begins open',
  ])
})

test('a registration by the mail keeps the source of the form that asked for it', async () => {
  const { at, answer, db, event, interest, open } = await interestedStage()
  await interest('cleo', { utm_source: 'forum', landingPath: '/notify' })
  await interest('cleo', { utm_source: 'letter' })
  await at('2026-12-01T08:00:02Z')
  await open()
  await at('2026-12-01T08:10:00Z')
  for (const name of ['ada', 'cleo']) expect((await answer(name, 'take_part')).status).toBe(200)
  const rows = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, event.id))
    .orderBy(eventRegistrations.id)
  expect(rows.map(({ firstTouch }) => firstTouch)).toEqual([
    null,
    { path: '/notify', utm_source: 'forum' },
  ])
})
