import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { readPerson, changePerson, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { watchProgress } from '#schema/library.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people, users } from '#schema/people.ts'
import { eventQuestions, questionVotes } from '#schema/questions.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { attendanceMarks } from '#schema/webinars.ts'
import {
  buildEvent,
  buildPerson,
  buildRecording,
  buildRegistration,
  registrationBody,
} from '#tests/support/builders.ts'
import { copyText, countHeld } from '#tests/support/hold-address.ts'
import { testApp } from '#tests/support/test-app.ts'
import { webinarStage } from '#tests/support/webinar-stage.ts'

const wrong = 'thandi@exmaple.com'
const right = 'thandi@example.com'

async function keyOf({ db }: Pick<Awaited<ReturnType<typeof testApp>>, 'db'>, email: string) {
  const [person] = await db.select().from(people).where(eq(people.email, email))
  return person!.key
}

test('a changed email keeps all data, registers in Zoom again, and repeats no email', async () => {
  const app = await webinarStage()
  const { asAdmin, asMember, call, db, event, runJobs, webinar } = app
  const admin = await asAdmin()
  await call(registerForEvents, { body: registrationBody({ email: wrong, eventIds: [event.id] }) })
  await runJobs()
  await asMember(wrong)
  const key = await keyOf(app, wrong)
  const body = { email: right, lastName: 'Corrected' }
  const send = (query = '') =>
    admin.send({ method: 'PATCH', url: `/api/admin/people/${key}${query}`, payload: body })
  const planned = (await send('?dryRun=1')).json()
  expect(planned).toMatchObject({ key, isDryRun: true })
  expect(await keyOf(app, wrong)).toBe(key)
  const done = (await send()).json()
  expect({ ...done, isDryRun: true }).toEqual(planned)
  expect(await keyOf(app, right)).toBe(key)
  await runJobs()
  expect(webinar.registrants.map(({ email, status }) => [email, status])).toEqual([
    [wrong, 'denied'],
    [right, 'approved'],
  ])
  const told = await db.select().from(outboxEntries).orderBy(outboxEntries.id)
  expect(told.map(({ kind, email }) => [kind, email])).toEqual([
    ['registration_confirmed', right],
    ['library_access', right],
    ['address_changed', right],
  ])
  expect(await db.$count(sessions, sql`email is not null`)).toBe(0)
  expect((await db.select().from(users))[0]).toMatchObject({ email: right, lastName: 'Corrected' })
  await admin.call(erasePerson, { params: { key } })
  expect(countHeld([await copyText(app.database)], [wrong, right])).toBe(0)
})

test('an email of another person offers a merge, which keeps the narrower consent', async () => {
  const app = await testApp()
  const { asAdmin, db } = app
  const admin = await asAdmin()
  const [both, own] = [await buildEvent(db), await buildEvent(db)]
  const recording = await buildRecording(db)
  const [from, to] = [
    await buildPerson(db, { email: wrong, company: 'Salt' }),
    await buildPerson(db, { email: right }),
  ]
  for (const eventId of [both.id, own.id]) {
    await buildRegistration(db, { userId: from.id, eventId, receiveUpdates: true })
  }
  const kept = await buildRegistration(db, { userId: to.id, eventId: both.id })
  const [goes] = await db
    .select()
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.userId, from.id), eq(eventRegistrations.eventId, both.id)))
  for (const registrationId of [goes!.id, kept.id]) {
    await db.insert(eventQuestions).values({ registrationId, eventId: both.id, text: 'Why?' })
  }
  const at = new Date('2026-12-10T16:00:00Z')
  await db.insert(attendanceMarks).values([
    { registrationId: goes!.id, source: 'told', at, step: 1 },
    { registrationId: kept.id, source: 'told', at, step: 1 },
    { registrationId: goes!.id, source: 'told', at: new Date(at.getTime() + 60_000), step: -1 },
  ])
  const asked = await db.select().from(eventQuestions)
  await db.insert(questionVotes).values([
    { questionId: asked[0]!.id, registrationId: goes!.id },
    { questionId: asked[1]!.id, registrationId: goes!.id },
    { questionId: asked[1]!.id, registrationId: kept.id },
  ])
  await db.insert(unsubscriptions).values({ email: wrong, topic: 'reminders' })
  const earlier = { position: 90, duration: 120, updatedAt: new Date('2026-11-01T08:00:00Z') }
  const later = { position: 10, duration: 100, updatedAt: new Date('2026-11-02T08:00:00Z') }
  await db.insert(watchProgress).values([
    { eventId: recording.id, email: wrong, watched: '{[0,4)}', ...earlier },
    { eventId: recording.id, email: right, watched: '{[2,8)}', ...later },
  ])
  const [key, into] = [await keyOf(app, wrong), await keyOf(app, right)]
  const taken = await admin.call(changePerson, { params: { key }, body: { email: right } })
  expect([taken.status, taken.body]).toEqual([
    409,
    { message: 'This email belongs to another person. You can merge the two.', into },
  ])
  const merged = await admin.call(mergePerson, { params: { key }, body: { into } })
  expect(merged.status).toBe(200)
  const page = await admin.call(readPerson, { params: { key } })
  expect(page.body).toMatchObject({ key: into, email: right, company: 'Salt' })
  expect(page.body.unsubscriptions.map(({ topic }) => topic)).toEqual(['reminders'])
  const rows = await db.select().from(eventRegistrations)
  expect(rows.map(({ userId, receiveUpdates }) => [userId, receiveUpdates])).toEqual([
    [to.id, false],
    [to.id, false],
  ])
  expect(await db.select().from(watchProgress)).toMatchObject([
    { email: right, watched: '{[0,8)}', ...later },
  ])
  const questions = await db.select().from(eventQuestions)
  expect(questions.map(({ registrationId }) => registrationId)).toEqual([kept.id, kept.id])
  expect(await db.$count(questionVotes, eq(questionVotes.registrationId, kept.id))).toBe(2)
  expect(await db.$count(questionVotes)).toBe(2)
  const marks = await db.select().from(attendanceMarks)
  expect(marks.map(({ registrationId, step }) => [registrationId, step])).toEqual([
    [kept.id, 1],
    [kept.id, -1],
  ])
  const same = await admin.call(mergePerson, { params: { key: into }, body: { into } })
  expect(same.status).toBe(409)
})
