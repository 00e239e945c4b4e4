// @module-tag postgres
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importAttendees } from '#features/imports/contract.ts'
import { mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { people, users } from '#schema/people.ts'
import { buildEvent, buildPerson, buildViewer, registrationBody } from '#tests/support/builders.ts'
import { strangeKeys } from '#tests/support/strange-keys.ts'
import { testApp } from '#tests/support/test-app.ts'

test('a known viewer who registers, is imported or merged keeps the key', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const event = await buildEvent(db)
  const keyOf = async (email: string) =>
    (await db.select().from(people).where(eq(people.email, email)))[0]!.key
  const emails = ['ama@example.com', 'bo@example.com', 'chi@example.com']
  for (const email of emails) await buildViewer(db, { email, eventId: null })
  await buildPerson(db, { email: 'dudu@example.com' })
  const before = await Promise.all(emails.map(keyOf))

  await call(registerForEvents, {
    body: registrationBody({ email: emails[0]!, eventIds: [event.id] }),
  })
  const attendees = [emails[1]!, 'new@example.com'].map((email) => {
    return { firstName: 'Bo', lastName: 'Dlamini', email, eventIdentifier: String(event.id) }
  })
  await admin.call(importAttendees, { body: { attendees, batchId: 'batch-1' } })
  const params = { key: await keyOf('dudu@example.com') }
  const merged = await admin.call(mergePerson, { params, body: { into: before[2]! } })
  expect(merged.status).toBe(200)

  expect(await Promise.all(emails.map(keyOf))).toEqual(before)
  expect(await db.$count(users)).toBe(4)
  expect(await strangeKeys(db)).toEqual([])
})
