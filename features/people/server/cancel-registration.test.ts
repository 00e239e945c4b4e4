import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelRegistration, unsubscribePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { people } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'
import { webinarStage } from '#tests/support/webinar-stage.ts'

test('a cancelled registration gives its seat up at Zoom, and registering again takes it back', async () => {
  const { asAdmin, call, db, event, runJobs, seats, webinar } = await webinarStage()
  const admin = await asAdmin()
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  await runJobs()
  const [row] = await db.select().from(eventRegistrations)
  const { status } = await admin.call(cancelRegistration, { params: { id: row!.id } })
  expect(status).toBe(200)
  await runJobs()
  expect(webinar.registrants.map((each) => each.status)).toEqual(['denied'])
  expect(await db.$count(eventRegistrations)).toBe(0)
  const [person] = await db.select().from(people)
  const [act] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'registration_cancelled'))
  expect(act).toMatchObject({ subject: person!.key, details: { eventId: event.id } })

  await call(registerForEvents, { body })
  await runJobs()
  expect(webinar.registrants.map((each) => each.status)).toEqual(['approved'])
  expect((await seats()).map(({ state }) => state)).toEqual(['seated'])
  const told = await db.select().from(outboxEntries).orderBy(outboxEntries.id)
  expect(told.filter(({ kind }) => kind === 'registration_confirmed')).toHaveLength(2)
  const unknown = await admin.call(cancelRegistration, { params: { id: 999 } })
  expect([unknown.status, unknown.body.message]).toEqual([404, 'There is no such registration'])
})

test('a seat whose number never arrived is found at Zoom by a digest of its address', async () => {
  const { asAdmin, call, db, event, runJobs, webinar, zoom } = await webinarStage()
  const admin = await asAdmin()
  zoom.behave('never answers')
  const body = registrationBody({ eventIds: [event.id] })
  await call(registerForEvents, { body })
  zoom.behave('hangs up')
  await runJobs()
  expect(webinar.registrants.map((each) => each.status)).toEqual(['approved'])
  zoom.behave('well')
  const [row] = await db.select().from(eventRegistrations)
  await admin.call(cancelRegistration, { params: { id: row!.id } })
  await db.execute(`update jobs.job set start_after = now() where state < 'active'`)
  await runJobs()
  expect(webinar.registrants.map((each) => each.status)).toEqual(['denied'])
  expect(await db.$count(zoomWebinarMappings)).toBe(1)
})

test("a cancelled registration leaves the event's group, and the organiser unsubscribes who asks", async () => {
  const { asAdmin, db, later, lite, register } = await mailingListApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const email = await register({ eventIds: [event.id] })
  await later(5)
  const subscriber = () => lite.subscribers.get(email)!
  expect(subscriber().groups).toHaveLength(2)
  const [row] = await db.select().from(eventRegistrations)
  await admin.call(cancelRegistration, { params: { id: row!.id } })
  await later(60)
  expect(subscriber().groups).toHaveLength(1)
  const [person] = await db.select().from(people)
  const body = { topics: ['news', 'reminders'] }
  const answer = await admin.call(unsubscribePerson, { params: { key: person!.key }, body })
  expect(answer.body).toEqual(body)
  await later(60)
  expect(subscriber().status).toBe('unsubscribed')
  expect(await db.$count(unsubscriptions)).toBe(2)
})
