import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmForPerson } from '#features/registrations/contract.ts'
import { outboxEntries } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('an administrator confirms a pre-registration, which sends an email and is logged', async () => {
  const { asAdmin, db, newCaller } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db, { title: 'Salt' })
  const { id: userId, email } = await buildPerson(db)
  const { id } = await buildRegistration(db, {
    userId,
    eventId: event.id,
    registrationType: 'pre_registration',
  })
  const take = (caller: typeof admin, number = id) =>
    caller.call(confirmForPerson, { params: { id: number } })
  expect((await take(newCaller())).status).toBe(401)
  expect(await take(admin)).toMatchObject({ status: 200, body: { title: 'Salt' } })
  const [registration] = await db.select().from(eventRegistrations)
  expect(registration!.registrationType).toBe('confirmed')
  const mails = await db.select().from(outboxEntries)
  expect(mails.map((mail) => [mail.kind, mail.email])).toContainEqual([
    'registration_confirmed',
    email,
  ])
  const [person] = await db.select().from(people).where(eq(people.email, email))
  const [act] = await db.select().from(auditLog).orderBy(desc(auditLog.id))
  expect(act).toMatchObject({
    action: 'seat_taken',
    username: 'organiser',
    subject: person!.key,
    details: { registrationId: id, eventId: event.id },
  })
  expect((await take(admin, 999_999)).status).toBe(404)
})

test('no seat is taken in the admin area while the date is not confirmed, or once the event is cancelled', async () => {
  const { asAdmin, db } = await testApp()
  const admin = await asAdmin()
  const { id: userId } = await buildPerson(db)
  const events = [
    await buildEvent(db, { status: 'pre_registration' }),
    await buildEvent(db, { cancelledAt: new Date('2026-11-30T08:00:00Z') }),
  ]
  for (const { id: eventId } of events) {
    const { id } = await buildRegistration(db, {
      userId,
      eventId,
      registrationType: 'pre_registration',
    })
    expect((await admin.call(confirmForPerson, { params: { id } })).status).toBe(409)
  }
  const kinds = (await db.select().from(eventRegistrations)).map((row) => row.registrationType)
  expect(new Set(kinds)).toEqual(new Set(['pre_registration']))
  expect(await db.$count(auditLog, eq(auditLog.action, 'seat_taken'))).toBe(0)
})
