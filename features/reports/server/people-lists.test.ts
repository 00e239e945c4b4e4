import { expect, test } from 'vitest'
import {
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import {
  listEventRegistrations,
  listRegistrations,
  listVideoAccess,
} from '#features/reports/contract.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import {
  buildEvent,
  buildPerson,
  buildRegistration,
  buildViewer,
  registrationBody,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`)

test('registrations hold one row a person, newest first, with everything that is known', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const first = await buildPerson(db, { createdAt: at(1) })
  const second = await buildPerson(db, {
    firstName: 'Zoë',
    lastName: 'O\'Brien; "Zed"',
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    linkedin: 'https://linkedin.example/in/zoe',
    interests: ['design', 'borders'],
    createdAt: at(2),
  })
  const twin = await buildPerson(db, { createdAt: at(2) })
  const { body } = await admin.call(listRegistrations)
  expect(body.map(({ id }) => id)).toEqual([twin.id, second.id, first.id])
  expect(body[1]).toEqual({
    id: second.id,
    firstName: 'Zoë',
    lastName: 'O\'Brien; "Zed"',
    email: second.email,
    personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    linkedin: 'https://linkedin.example/in/zoe',
    interests: ['design', 'borders'],
    questions: '',
    receiveUpdates: false,
    createdAt: '2026-11-02T12:00:00.000Z',
  })
})

test('a person shows the latest question that is not empty, or the one asked for no event', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const [one, other, third] = [await buildEvent(db), await buildEvent(db), await buildEvent(db)]
  const asker = await buildPerson(db, { questions: 'Asked for no event' })
  const { id: userId } = asker
  const shown = async () => (await admin.call(listRegistrations)).body[0]?.questions
  expect(await shown()).toBe('Asked for no event')
  const answer = (eventId: number, questions: string, day: number) =>
    buildRegistration(db, { userId, eventId, questions, createdAt: at(day) })
  await answer(one.id, 'Later', 9)
  await answer(other.id, 'Earlier', 3)
  await answer(third.id, '', 20)
  expect(await shown()).toBe('Later')
})

test('updates are wanted if any registration says so and the person has not unsubscribed', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const [one, other] = [await buildEvent(db), await buildEvent(db)]
  const { id: userId, email } = await buildPerson(db)
  const wants = async () => (await admin.call(listRegistrations)).body[0]?.receiveUpdates
  await buildRegistration(db, { userId, eventId: one.id, receiveUpdates: true })
  await buildRegistration(db, { userId, eventId: other.id, receiveUpdates: false })
  expect(await wants()).toBe(true)
  await db.insert(unsubscriptions).values({ email, topic: 'reminders' })
  expect(await wants()).toBe(true)
  await db.insert(unsubscriptions).values({ email, topic: 'news' })
  expect(await wants()).toBe(false)
})

test('people who agreed in the form for future events get updates', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  await call(registerForFutureEvents, { body: person })
  const wants = async () => (await admin.call(listRegistrations)).body[0]?.receiveUpdates
  expect(await wants()).toBe(true)
  await db.insert(unsubscriptions).values({ email: person.email, topic: 'news' })
  expect(await wants()).toBe(false)
})

test('event registrations hold one row for each person and event, newest first', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const person = await buildPerson(db, { company: 'Karoo Coffee', jobTitle: 'Founder' })
  const [one, other] = [await buildEvent(db), await buildEvent(db)]
  const early = { userId: person.id, eventId: one.id, createdAt: at(1) }
  await buildRegistration(db, early)
  const late = await buildRegistration(db, {
    userId: person.id,
    eventId: other.id,
    registrationType: 'pre_registration',
    createdAt: at(2),
  })
  const { body } = await admin.call(listEventRegistrations)
  expect(body.map(({ eventId }) => eventId)).toEqual([other.id, one.id])
  expect(body[0]).toEqual({
    id: late.id,
    eventId: other.id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    company: 'Karoo Coffee',
    personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    jobTitle: 'Founder',
    registrationType: 'pre_registration',
    createdAt: '2026-11-02T12:00:00.000Z',
  })
  expect(body[1]?.registrationType).toBe('confirmed')
})

test('video access holds every record, with the event of interest or none, newest first', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const imported = await buildViewer(db, { createdAt: at(1) })
  const viewer = await buildViewer(db, {
    firstName: 'Sipho',
    lastName: 'Dlamini',
    company: 'Saltline',
    jobTitle: 'Driver',
    eventId: event.id,
    createdAt: at(2),
  })
  const { body } = await admin.call(listVideoAccess)
  expect(body).toEqual([
    {
      id: viewer.id,
      firstName: 'Sipho',
      lastName: 'Dlamini',
      email: viewer.email,
      personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      company: 'Saltline',
      jobTitle: 'Driver',
      eventId: event.id,
      createdAt: '2026-11-02T12:00:00.000Z',
    },
    expect.objectContaining({ id: imported.id, firstName: '', eventId: null }),
  ])
})

test("visitors' actions appear in the lists", async () => {
  const { db, asAdmin, newCaller } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const body = registrationBody({ eventIds: [event.id], questions: 'How did it start?' })
  await newCaller().call(registerForEvents, { body })
  const { eventIds: _events, questions: _questions, ...person } = body as Record<string, unknown>
  await newCaller().call(requestVideoAccess, { body: { ...person, email: 'sipho@example.com' } })
  const people = (await admin.call(listRegistrations)).body
  expect(people.map(({ email }) => email)).toEqual(['sipho@example.com', body.email])
  expect(people[1]).toMatchObject({ questions: 'How did it start?', receiveUpdates: true })
  expect((await admin.call(listEventRegistrations)).body).toHaveLength(1)
  expect((await admin.call(listVideoAccess)).body.map(({ email }) => email)).toEqual([
    'sipho@example.com',
  ])
})

test('the lists of an empty series are empty lists', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  for (const list of [listRegistrations, listEventRegistrations, listVideoAccess]) {
    expect((await admin.call(list)).body).toEqual([])
  }
})
