import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importAttendees } from '#features/imports/contract.ts'
import {
  cancelRegistration,
  changePerson,
  readPerson,
  unsubscribePerson,
} from '#features/people/contract.ts'
import { registerForEvents, registerForFutureEvents } from '#features/registrations/contract.ts'
import { watchProgress, memberPageAccess } from '#schema/library.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { eventQuestions } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { attendanceMarks, webinarSeats } from '#schema/webinars.ts'
import {
  buildEvent,
  buildRecording,
  buildViewer,
  registrationBody,
} from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const email = 'thandi@example.com'

test("a person's page tells what every table knows of them, and one line of time", async () => {
  const { asAdmin, call, db, runJobs } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'Salt' })
  const recording = await buildRecording(db, { title: 'Sugar' })
  const attendee = { firstName: 'T', lastName: 'N', email, eventIdentifier: 'Sugar' }
  await admin.call(importAttendees, { body: { attendees: [attendee], batchId: 'list-7' } })
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  await call(registerForFutureEvents, { body: { firstName: 'T', lastName: 'N', email } })
  await runJobs()
  const at = new Date('2026-12-01T09:00:00Z')
  await db.insert(watchProgress).values({
    email,
    eventId: recording.id,
    watched: '{[0,8)}',
    position: 40,
    duration: 100,
    updatedAt: at,
  })
  await db.insert(memberPageAccess).values({ email, accessType: 'page_visit', accessedAt: at })
  await db.insert(unsubscriptions).values({ email, topic: 'reminders' })
  const [registration] = await db
    .select()
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, event.id))
  await db.insert(webinarSeats).values({
    registrationId: registration!.id,
    state: 'seated',
    seatedAt: at,
    attendedAt: new Date('2026-12-10T16:02:00Z'),
  })

  await db.insert(attendanceMarks).values(
    (['2026-12-10T16:02:00Z', '2026-12-10T16:44:00Z'] as const).map((moment, index) => ({
      registrationId: registration!.id,
      source: 'reported' as const,
      at: new Date(moment),
      step: index === 0 ? 1 : -1,
    })),
  )

  const [{ key } = { key: '' }] = await db.select().from(people)
  const { status, body } = await admin.call(readPerson, { params: { key } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    key,
    email,
    company: 'Karoo Coffee',
    isRegistered: true,
    futureEvents: [{ eventTitle: null }],
    unsubscriptions: [{ topic: 'reminders' }],
    watched: [{ eventTitle: 'Sugar', watchedShare: 0.4, isVerified: true }],
    visits: { visits: 1, watches: 0, lastAt: at.toISOString() },
    imports: [{ batchId: 'list-7', kind: 'attendees' }],
  })
  expect(body.registrations.map(({ eventTitle, seat }) => [eventTitle, seat?.state])).toEqual([
    ['Salt', 'seated'],
    ['Sugar', undefined],
  ])
  const texts = body.timeline.map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Imported, import no. list-7',
      'Registered for Sugar, by an import',
      'Registered for Salt, by the form',
      'Email sent: Seat confirmed, Salt',
      'Registered in Zoom for Salt',
      'Joined Salt, for 42 minutes',
      'Watched 40 % of Sugar',
      'Unsubscribed from reminders',
      'Agreed to updates and invitations (text 2026-11, source: main_form)',
      'Asked about future events',
    ]),
  )
  const times = body.timeline.map(({ at: moment }) => moment)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('a person with video access only has a page, an unknown key has none', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  await buildViewer(db, { email, firstName: 'Thandi', company: 'Salt & Sons' })
  const [{ key } = { key: '' }] = await db.select().from(people)
  const { body } = await admin.call(readPerson, { params: { key } })
  expect(body).toMatchObject({ firstName: 'Thandi', company: 'Salt & Sons', isRegistered: false })
  expect(body.timeline.map(({ text }) => text)).toEqual(['Got video access'])
  const unknown = await admin.call(readPerson, { params: { key: 'nobody' } })
  expect([unknown.status, unknown.body.message]).toEqual([404, 'There is no such person'])
})

test("a person's page lists their questions from both forms", async () => {
  const { asAdmin, call, db } = await testApp()
  const event = await buildEvent(db, { title: 'Salt' })
  const body = registrationBody({ email, eventIds: [event.id], questions: 'Why salt?' })
  await call(registerForEvents, { body })
  const [registration] = await db.select().from(eventRegistrations)
  await db.insert(eventQuestions).values({
    eventId: event.id,
    registrationId: registration!.id,
    text: 'And why not sugar?',
    state: 'picked',
    createdAt: new Date('2099-01-01T00:00:00Z'),
  })
  const [person] = await db.select().from(people).where(eq(people.email, email))
  const admin = await asAdmin()
  expect((await admin.call(readPerson, { params: { key: person!.key } })).body.asked).toMatchObject(
    [
      { eventTitle: 'Salt', text: 'And why not sugar?', state: 'picked' },
      { eventTitle: 'Salt', text: 'Why salt?', state: 'open' },
    ],
  )
})

test('the timeline keeps what was deleted or overwritten: cancellations, corrections, subscriptions', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'Salt' })
  await call(registerForEvents, { body: registrationBody({ email, eventIds: [event.id] }) })
  const [{ key } = { key: '' }] = await db.select().from(people)
  const params = { key }
  await admin.call(changePerson, { params, body: { firstName: 'Zanele' } })
  await admin.call(unsubscribePerson, { params, body: { topics: ['reminders'] } })
  const [{ id } = { id: 0 }] = await db.select().from(eventRegistrations)
  await admin.call(cancelRegistration, { params: { id } })
  const texts = async () =>
    (await admin.call(readPerson, { params })).body.timeline.map(({ text }) => text)
  const happened = [
    'Registration cancelled for Salt',
    'Unsubscribed from reminders',
    'Corrected: first name',
  ]
  expect((await texts()).filter((text) => happened.includes(text))).toEqual(happened)
  await db.delete(unsubscriptions)
  expect(await texts()).toContain('Unsubscribed from reminders')
})
