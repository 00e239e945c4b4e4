import { expect, test } from 'vitest'
import {
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { consents } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a new person registers for an upcoming event and holds a confirmed seat', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db, { title: 'The last mile' })
  const body = registrationBody({ email: '  Thandi@Example.COM ', eventIds: [event.id] })
  const answer = await call(registerForEvents, { body })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    isExistingUser: false,
    newRegistrations: [
      {
        id: expect.any(Number),
        eventId: event.id,
        title: 'The last mile',
        registrationType: 'confirmed',
      },
    ],
  })
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({
    email: 'thandi@example.com',
    firstName: 'Thandi',
    company: 'Karoo Coffee',
  })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration).toMatchObject({
    userId: person!.id,
    receiveUpdates: true,
    receiveEventInvites: true,
    registrationSource: 'main_form',
  })
})

test('repeating a registration adds nothing and lists nothing new', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db)
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  const again = await call(registerForEvents, {
    body: { ...body, email: body.email.toUpperCase() },
  })
  expect(again.body).toEqual({ isExistingUser: true, newRegistrations: [] })
  expect(await db.$count(users)).toBe(1)
  expect(await db.$count(eventRegistrations)).toBe(1)
  expect(await db.$count(consents)).toBe(1)
})

test(
  'fifty identical registrations at once leave one person and one registration',
  { tags: 'postgres' },
  async () => {
    const { db, call } = await testApp()
    const event = await buildEvent(db)
    const body = registrationBody({ eventIds: [event.id] })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(registerForEvents, { body })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    expect(answers.filter((answer) => !answer.body.isExistingUser)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.newRegistrations.length > 0)).toHaveLength(1)
    expect(await db.$count(users)).toBe(1)
    expect(await db.$count(eventRegistrations)).toBe(1)
  },
)

test('a public form fills the blanks of a known person and overwrites nothing', async () => {
  const { db, call } = await testApp()
  const known = await buildPerson(db, { firstName: 'Thandeka', company: '', jobTitle: 'Chair' })
  const body = registrationBody({ email: known.email, company: 'New Co', jobTitle: 'Intern' })
  const answer = await call(registerForEvents, { body })
  expect(answer.body.isExistingUser).toBe(true)
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ firstName: 'Thandeka', company: 'New Co', jobTitle: 'Chair' })
})

test('an event whose date is not fixed yields a pre-registration that is confirmed later', async () => {
  const { db, call, database } = await testApp()
  const event = await buildEvent(db, {
    status: 'pre_registration',
    eventDate: null,
    eventTime: null,
    eventEndTime: null,
  })
  const body = registrationBody({ eventIds: [event.id] })
  const first = await call(registerForEvents, { body })
  expect(first.body.newRegistrations[0]?.registrationType).toBe('pre_registration')
  await database.pool.query("update events set status = 'upcoming'")
  const second = await call(registerForEvents, { body })
  expect(second.body).toEqual({
    isExistingUser: true,
    newRegistrations: [],
    upgraded: [{ ...first.body.newRegistrations[0], registrationType: 'confirmed' }],
  })
  const third = await call(registerForEvents, { body })
  expect(third.body).toEqual({ isExistingUser: true, newRegistrations: [] })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration?.registrationType).toBe('confirmed')
})

test('without events the person is registered for none and a question is kept', async () => {
  const { db, call } = await testApp()
  const body = registrationBody({ questions: 'When is the next one?' })
  const answer = await call(registerForEvents, { body })
  expect(answer.body).toEqual({ isExistingUser: false, newRegistrations: [] })
  const [person] = await db.select().from(users)
  expect(person?.questions).toBe('When is the next one?')
})

test('an unknown event among several refuses all of them and writes nothing', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db)
  const answer = await call(registerForEvents, {
    body: registrationBody({ eventIds: [event.id, 999] }),
  })
  expect(answer.status).toBe(404)
  expect(answer.body.message).toContain('no longer available')
  expect(answer.body.errors).toMatchObject([{ field: 'eventIds' }])
  const one = await call(preRegister, { body: registrationBody({ eventId: 999 }) })
  expect([one.status, one.body.errors]).toMatchObject([404, [{ field: 'eventId' }]])
  expect(await db.$count(users)).toBe(0)
  expect(await db.$count(eventRegistrations)).toBe(0)
})

test.each([
  ['has the status completed', { status: 'completed' as const }],
  [
    'has an end that is past',
    { eventEndTime: '2026-12-01T07:59:59Z', eventTime: '2026-12-01T07:00:00Z' },
  ],
])(
  'an event that %s is refused, future events are suggested, nothing is written',
  async (_, fields) => {
    const { db, call } = await testApp()
    const event = await buildEvent(db, fields)
    const answer = await call(registerForEvents, {
      body: registrationBody({ eventIds: [event.id] }),
    })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      eventStatus: 'finished',
      suggestFutureEvents: true,
      message: 'This event has already ended. Would you like to be notified about future events?',
    })
    expect(await db.$count(users)).toBe(0)
  },
)

test.each([registerForEvents, preRegister])(
  'a cancelled event is refused as cancelled: $path',
  async (endpoint) => {
    const { db, call } = await testApp()
    const event = await buildEvent(db, { cancelledAt: new Date('2026-11-30T00:00:00Z') })
    const body = registrationBody({ eventIds: [event.id], eventId: event.id })
    const answer = await call(endpoint, { body })
    expect([answer.status, answer.headers['refusal-code'], answer.body]).toEqual([
      409,
      'event_cancelled',
      {
        message: 'This event was cancelled.',
        eventStatus: 'cancelled',
        suggestFutureEvents: true,
      },
    ])
    expect(await db.$count(users)).toBe(0)
  },
)

// These calls concern the library and future events; the event is optional.
test.each([requestVideoAccess, registerForFutureEvents])(
  'a cancelled event keeps nobody from what they asked for beside it: $path',
  async (endpoint) => {
    const { db, call } = await testApp()
    const event = await buildEvent(db, { cancelledAt: new Date('2026-11-30T00:00:00Z') })
    const answer = await call(endpoint, { body: registrationBody({ eventId: event.id }) })
    expect([answer.status, await db.$count(eventRegistrations)]).toEqual([200, 0])
  },
)

test('the landing path is recorded if it is one and is the main form otherwise', async () => {
  const { db, call, site } = await testApp()
  const event = await buildEvent(db)
  const partner = site.partnerPaths[0]!.path
  for (const source of ['go1', partner, 'somewhere else', undefined]) {
    await call(registerForEvents, { body: registrationBody({ eventIds: [event.id], source }) })
  }
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.id)
  expect(rows.map((row) => row.registrationSource)).toEqual([
    'go1',
    partner.slice(1),
    'main_form',
    'main_form',
  ])
})

test('every invalid field is named with the message of the specification', async () => {
  const { call } = await testApp()
  const answer = await call(registerForEvents, {
    body: { firstName: '   ', email: 'nobody', eventIds: ['x'] },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      { field: 'firstName', message: 'First name is required' },
      { field: 'lastName', message: 'Last name is required' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'eventIds.0', message: 'Must be the number of an event' },
    ]),
  )
})

test.each([
  ['firstName', 121],
  ['company', 121],
  ['jobTitle', 121],
  ['questions', 4001],
])('a %s of %d characters is refused by name', async (field, length) => {
  const { call } = await testApp()
  const answer = await call(registerForEvents, {
    body: registrationBody({ [field]: 'x'.repeat(length) }),
  })
  expect(answer.status).toBe(400)
  expect(answer.body.errors?.map((error) => error.field)).toEqual([field])
})
