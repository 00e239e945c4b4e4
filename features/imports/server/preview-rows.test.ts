import { expect, test } from 'vitest'
import {
  previewAttendees,
  previewVideoAccess,
  importAttendees,
} from '#features/imports/contract.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { buildEvent, buildPerson, buildRegistration, buildViewer } from '#tests/support/builders.ts'
import { tableContents } from '#tests/support/table-contents.ts'
import { importingAttendees } from '#tests/support/importing-attendees.ts'

const person = { firstName: 'Zola', lastName: 'Dlamini' }

test('each attendee gets the verdict that importing then bears out, and nothing is written', async () => {
  const { admin, db, database } = await importingAttendees()
  const event = await buildEvent(db, { title: 'Harbour lights' })
  const known = await buildPerson(db, { email: 'known@example.com' })
  const seated = await buildPerson(db, { email: 'seated@example.com' })
  await buildRegistration(db, { userId: seated.id, eventId: event.id })
  const seat = (email: string, eventIdentifier = 'HARBOUR LIGHTS ') => {
    return { ...person, email, eventIdentifier }
  }
  const attendees = [
    seat('new@example.com'),
    seat(known.email),
    seat('Seated@Example.com'),
    seat('new@example.com'),
    seat('broken@'),
    seat('someone@example.com', 'Harbor light'),
    { ...person, email: 'typo@gmial.com', eventIdentifier: 'null' },
  ]
  const contents = await tableContents(database.pool)
  const before = await contents()
  const { body } = await admin.call(previewAttendees, { body: { attendees } })
  expect(await contents()).toEqual(before)
  expect(body.rows.map(({ row, verdict }) => `${row} ${verdict}`).join(', ')).toBe(
    '1 new, 2 updated, 3 registered, 4 duplicate, 5 invalid, 6 unknown_event, 7 new',
  )
  expect(body.rows[0]?.event).toEqual({ id: event.id, title: event.title, isCancelled: false })
  expect(body.rows[5]?.nearestTitle).toBe('Harbour lights')
  expect(body.rows[6]).toMatchObject({ event: null, suggestedEmail: 'typo@gmail.com' })
  const imported = await admin.call(importAttendees, { body: { attendees } })
  expect(imported.body).toMatchObject({ imported: 2, eventRegistrations: 2, videoOnly: 1 })
  const problems = body.rows.filter(({ problem }) => problem !== null)
  expect(imported.body.errors).toEqual(problems.map(({ row, problem }) => `Row ${row}: ${problem}`))
})

test('a row for a cancelled event says so', async () => {
  const { admin, db } = await importingAttendees()
  const { id } = await buildEvent(db, { cancelledAt: new Date('2026-11-30T08:00:00Z') })
  const attendees = [{ ...person, email: 'new@example.com', eventIdentifier: String(id) }]
  const { body } = await admin.call(previewAttendees, { body: { attendees } })
  expect(body.rows[0]).toMatchObject({ verdict: 'new', event: { id, isCancelled: true } })
})

test('rows name the seats of an event with a limited number, and which of them take one', async () => {
  const { admin, db } = await importingAttendees()
  const { id } = await buildEvent(db, { capacity: 2 })
  const planned = await buildEvent(db, { capacity: 2, status: 'pre_registration' })
  for (const registrationType of ['confirmed', 'pre_registration'] as const) {
    const { id: userId } = await buildPerson(db, { email: `${registrationType}@example.com` })
    await buildRegistration(db, { userId, eventId: id, registrationType })
  }
  const names = ['confirmed', 'pre_registration', 'new']
  const attendees = [id, planned.id].flatMap((eventId) =>
    names.map((name) => ({
      ...person,
      email: `${name}@example.com`,
      eventIdentifier: String(eventId),
    })),
  )
  const { body } = await admin.call(previewAttendees, { body: { attendees } })
  const seats = body.rows.map(({ event }) => event?.seats)
  const none = { offered: 0, isTaken: false, isOffered: false }
  expect(seats[0]).toEqual({ capacity: 2, confirmed: 1, ...none })
  expect(seats[3]).toEqual({ capacity: 2, confirmed: 0, ...none })
  expect(seats.map((one) => one?.isTaken)).toEqual([false, true, true, false, false, false])
})

test('a reserved seat counts as taken, before and after the import', async () => {
  const { admin, db, run } = await importingAttendees()
  const { id, title } = await buildEvent(db, { capacity: 2 })
  for (const name of ['seated', 'offered']) {
    const { id: userId } = await buildPerson(db, { email: `${name}@example.com` })
    const row = { userId, eventId: id }
    if (name === 'seated') await buildRegistration(db, row)
    else {
      const offerEndsAt = new Date('2026-12-05T08:00:00Z')
      await db.insert(waitlistEntries).values({ ...row, state: 'offered', offerEndsAt })
    }
  }
  const rowOf = (name: string) => ({
    ...person,
    email: `${name}@example.com`,
    eventIdentifier: String(id),
  })
  const attendees = [rowOf('new'), rowOf('offered')]
  const { body } = await admin.call(previewAttendees, { body: { attendees } })
  const both = { capacity: 2, confirmed: 1, offered: 1, isTaken: true }
  expect(body.rows.map(({ event }) => event?.seats)).toEqual([
    { ...both, isOffered: false },
    { ...both, isOffered: true },
  ])
  const over = { id, title, capacity: 2 }
  const first = await run(rowOf('new'))
  expect(first.eventsOverCapacity).toEqual([{ ...over, confirmed: 2, offered: 1 }])
  const second = await run(rowOf('offered'))
  expect(second.eventsOverCapacity).toEqual([{ ...over, confirmed: 3, offered: 0 }])
})

test('emails that are known or repeated are duplicates before they are imported', async () => {
  const { admin, db } = await importingAttendees()
  await buildViewer(db, { email: 'viewer@example.com' })
  await buildPerson(db, { email: 'person@example.com' })
  const emails = ['viewer@example.com', 'PERSON@example.com', 'a@b.co', 'a@b.co', 'no'].map(
    (email) => ({ email }),
  )
  const { body } = await admin.call(previewVideoAccess, { body: { emails } })
  const verdicts = body.rows.map(({ verdict }) => verdict).join(' ')
  expect(verdicts).toBe('duplicate duplicate new duplicate invalid')
})

test('more than a thousand rows in one preview are refused', async () => {
  const { admin } = await importingAttendees()
  const emails = Array.from({ length: 1001 }, () => ({ email: 'a@b.co' }))
  expect((await admin.call(previewVideoAccess, { body: { emails } })).status).toBe(400)
})
