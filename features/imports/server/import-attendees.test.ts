import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, unsubscriptions } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
  buildViewer,
} from '#tests/support/builders.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'

const nothing = { imported: 0, updated: 0, videoOnly: 0, eventRegistrations: 0, errors: [] }

test('a new person with an event becomes a user with a registration that came by import', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db, { title: 'The Last Mile' })
  const attendee = {
    ...lindiwe,
    email: ' Lindiwe@Example.com ',
    company: 'Karoo Coffee',
    eventIdentifier: ' the last MILE ',
  }
  expect(await run(attendee)).toEqual({ ...nothing, imported: 1, eventRegistrations: 1 })
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ ...lindiwe, company: 'Karoo Coffee', jobTitle: '' })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration).toMatchObject({
    userId: person!.id,
    eventId: event.id,
    registrationSource: 'import',
    registrationType: 'confirmed',
  })
  expect(await db.$count(videoAccess)).toBe(0)
})

test('an event is found by its id before its title', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db, { title: 'Opening night' })
  await buildEvent(db, { title: String(event.id) })
  const other = await buildEvent(db, { title: '2031' })
  await run({ ...lindiwe, eventIdentifier: String(event.id) })
  await run({ ...lindiwe, eventIdentifier: 2031 })
  const rows = await db.select().from(eventRegistrations).orderBy(asc(eventRegistrations.id))
  expect(rows.map((row) => row.eventId)).toEqual([event.id, other.id])
})

test.each([undefined, null, '', '  ', 'null', 'NULL', ' Null '])(
  'the event cell %j means access to the library only',
  async (eventIdentifier) => {
    const { db, run, site } = await importingAttendees()
    const counts = await run({ ...lindiwe, jobTitle: 'Founder', eventIdentifier })
    expect(counts).toEqual({ ...nothing, imported: 1, videoOnly: 1 })
    const [person] = await db.select().from(users)
    const [access] = await db.select().from(videoAccess)
    expect(access).toMatchObject({
      ...lindiwe,
      jobTitle: 'Founder',
      userId: person!.id,
      eventId: null,
      videoTitle: site.series.videoTitle,
    })
    expect(await db.$count(eventRegistrations)).toBe(0)
  },
)

test('the registration type follows the status of the event, and any event may be named', async () => {
  const { db, run } = await importingAttendees()
  const undated = { eventDate: null, eventTime: null, eventEndTime: null }
  const planned = await buildEvent(db, { status: 'pre_registration', ...undated })
  const finished = await buildRecording(db)
  const over = await buildEvent(db, {
    status: 'pre_registration',
    eventTime: null,
    eventEndTime: null,
    eventDate: '2026-01-10',
  })
  const cancelled = await buildEvent(db, { cancelledAt: new Date() })
  const named = [planned, finished, over, cancelled]
  await run(...named.map(({ id }) => ({ ...lindiwe, eventIdentifier: String(id) })))
  const rows = await db.select().from(eventRegistrations).orderBy(asc(eventRegistrations.eventId))
  expect(rows.map((row) => [row.eventId, row.registrationType])).toEqual([
    [planned.id, 'pre_registration'],
    [finished.id, 'confirmed'],
    [over.id, 'confirmed'],
    [cancelled.id, 'confirmed'],
  ])
})

test('an earlier pre-registration becomes confirmed and is not counted as new', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db)
  const person = await buildPerson(db, lindiwe)
  await buildRegistration(db, {
    userId: person.id,
    eventId: event.id,
    registrationType: 'pre_registration',
    registrationSource: 'go1',
  })
  const counts = await run({ ...lindiwe, eventIdentifier: event.title })
  expect(counts).toEqual({ ...nothing, updated: 1 })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration).toMatchObject({ registrationType: 'confirmed', registrationSource: 'go1' })
})

test('a known person gets the values that are not empty and keeps the others', async () => {
  const { db, run } = await importingAttendees()
  await buildPerson(db, { ...lindiwe, firstName: 'L', company: 'Old', jobTitle: 'Founder' })
  expect(await run({ ...lindiwe, company: 'Karoo Coffee', jobTitle: ' ' })).toMatchObject({
    imported: 0,
    updated: 1,
    videoOnly: 1,
  })
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ ...lindiwe, company: 'Karoo Coffee', jobTitle: 'Founder' })
})

test('importing the same file again changes nothing', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db)
  const rows = [{ ...lindiwe, eventIdentifier: event.title }, lindiwe]
  await run(...rows)
  const before = await db.select().from(users)
  expect(await run(...rows)).toEqual({ ...nothing, updated: 2 })
  expect(await db.select().from(users)).toEqual(before)
  expect(await db.$count(eventRegistrations)).toBe(1)
  expect(await db.$count(videoAccess)).toBe(1)
})

test('a person on several rows is one user; later values that are not empty count', async () => {
  const { db, run } = await importingAttendees()
  const [first, second] = [await buildEvent(db), await buildEvent(db)]
  const counts = await run(
    { ...lindiwe, company: 'Karoo Coffee', jobTitle: 'Barista', eventIdentifier: first.title },
    { ...lindiwe, email: 'LINDIWE@example.com', eventIdentifier: second.title },
    { ...lindiwe, lastName: 'Dube-Khoza', jobTitle: 'Founder', eventIdentifier: second.title },
  )
  expect(counts).toEqual({ ...nothing, imported: 1, updated: 2, eventRegistrations: 2 })
  expect(await db.select().from(users)).toMatchObject([
    { ...lindiwe, lastName: 'Dube-Khoza', company: 'Karoo Coffee', jobTitle: 'Founder' },
  ])
})

test('a viewer without a user row becomes a person, and the record learns the name', async () => {
  const { db, run } = await importingAttendees()
  await buildViewer(db, { email: lindiwe.email, company: 'Karoo Coffee' })
  expect(await run(lindiwe)).toEqual({ ...nothing, imported: 1 })
  const [person] = await db.select().from(users)
  expect(await db.select().from(videoAccess)).toMatchObject([
    { ...lindiwe, userId: person!.id, company: 'Karoo Coffee' },
  ])
})

test('an import invents no consent and undoes no unsubscription', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db)
  await db.insert(unsubscriptions).values({ email: lindiwe.email, topic: 'news' })
  await run({ ...lindiwe, eventIdentifier: event.title })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration).toMatchObject({ receiveUpdates: false, receiveEventInvites: false })
  expect(await db.$count(consents)).toBe(0)
  expect(await db.$count(unsubscriptions)).toBe(1)
})

test('a repeated import leaves the wishes of an earlier registration as they are', async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db)
  const person = await buildPerson(db, lindiwe)
  const wishes = { receiveUpdates: true, receiveEventInvites: true }
  await buildRegistration(db, { userId: person.id, eventId: event.id, ...wishes })
  await run({ ...lindiwe, eventIdentifier: event.title })
  expect(await db.select().from(eventRegistrations)).toMatchObject([wishes])
})

test('an import may exceed the number of seats, and says so', async () => {
  const { db, run } = await importingAttendees()
  const { id, title } = await buildEvent(db, { capacity: 1 })
  const other = await buildEvent(db, { capacity: 1 })
  const rowOf = (name: string, eventId: number) => ({
    ...lindiwe,
    email: `${name}@example.com`,
    eventIdentifier: String(eventId),
  })
  expect(await run(rowOf('a', id))).toEqual({ ...nothing, imported: 1, eventRegistrations: 1 })
  const second = await run(rowOf('b', id), rowOf('c', id), rowOf('d', other.id))
  expect(second.eventsOverCapacity).toEqual([{ id, title, capacity: 1, confirmed: 3, offered: 0 }])
})
