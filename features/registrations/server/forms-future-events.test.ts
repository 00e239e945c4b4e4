import { expect, test } from 'vitest'
import {
  checkRegistration,
  preRegister,
  registerForFutureEvents,
} from '#features/registrations/contract.ts'
import { userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const undated = { eventDate: null, eventTime: null, eventEndTime: null }

test('a check with an event tells whether the email is registered for that event', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db)
  const other = await buildEvent(db)
  const person = await buildPerson(db)
  await buildRegistration(db, { userId: person.id, eventId: event.id })
  const check = (eventId: number) =>
    call(checkRegistration, { body: { firstName: 'T', email: person.email, eventId } })
  expect((await check(event.id)).body).toEqual({ exists: true })
  expect((await check(other.id)).body).toEqual({ exists: false })
})

test('a check without an event tells whether the email is known at all', async () => {
  const { db, call } = await testApp()
  const viewer = await buildViewer(db)
  const check = (email: string) => call(checkRegistration, { body: { firstName: 'T', email } })
  expect((await check(viewer.email.toUpperCase())).body).toEqual({ exists: true })
  expect((await check('nobody@example.com')).body).toEqual({ exists: false })
})

test('pre-registering for an event answers the first name and adds one pre-registration', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db, { status: 'pre_registration', ...undated })
  await buildEvent(db, { status: 'pre_registration', ...undated })
  const body = { firstName: 'Thandi', email: 'thandi@example.com', eventId: event.id }
  const answer = await call(preRegister, { body })
  expect(answer.body).toEqual({ firstName: 'Thandi' })
  await call(preRegister, { body })
  const rows = await db.select().from(eventRegistrations)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ eventId: event.id, registrationType: 'pre_registration' })
})

test('pre-registering without an event covers every event in pre-registration', async () => {
  const { db, call } = await testApp()
  const first = await buildEvent(db, { status: 'pre_registration', ...undated })
  const second = await buildEvent(db, { status: 'pre_registration', ...undated })
  await buildEvent(db, { status: 'upcoming' })
  await buildEvent(db, { status: 'pre_registration', ...undated, cancelledAt: new Date() })
  await call(preRegister, { body: { firstName: 'Thandi', email: 'thandi@example.com' } })
  const rows = await db.select().from(eventRegistrations).orderBy(eventRegistrations.eventId)
  expect(rows.map((row) => row.eventId)).toEqual([first.id, second.id])
})

test('pre-registering for a finished event is refused and writes nothing', async () => {
  const { db, call } = await testApp()
  const event = await buildEvent(db, { status: 'completed' })
  const body = { firstName: 'Thandi', email: 'thandi@example.com', eventId: event.id }
  expect((await call(preRegister, { body })).status).toBe(409)
  expect(await db.$count(users)).toBe(0)
})

test('asking for future events is noted once in the group of future events', async () => {
  const { db, call } = await testApp()
  const body = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  const answer = await call(registerForFutureEvents, { body })
  expect(answer.body).toEqual({ user: { firstName: 'Thandi' } })
  await call(registerForFutureEvents, { body })
  const groups = await db.select().from(userGroups)
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({ groupType: 'future_events', groupIdentifier: 'all' })
})

test('asking for future events with one in pre-registration registers for it as well', async () => {
  const { db, call } = await testApp()
  const undecided = await buildEvent(db, { status: 'pre_registration', ...undated })
  const over = await buildEvent(db, { status: 'completed' })
  const person = { firstName: 'Thandi', lastName: 'Nkosi', email: 'thandi@example.com' }
  await call(registerForFutureEvents, { body: { ...person, eventId: undecided.id } })
  await call(registerForFutureEvents, { body: { ...person, eventId: over.id } })
  const rows = await db.select().from(eventRegistrations)
  expect(rows.map((row) => row.eventId)).toEqual([undecided.id])
  expect(await db.$count(userGroups)).toBe(2)
})
