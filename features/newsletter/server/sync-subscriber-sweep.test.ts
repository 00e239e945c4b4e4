// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { consents, userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'
import { sweepSubscribers } from './sync-subscriber.ts'

const consent = {
  receiveUpdates: true,
  receiveEventInvites: true,
  source: 'a',
  wordingVersion: 'b',
}

test('people who agreed before MailerLite was connected, or were imported, are found in bounded portions', async () => {
  const { app, db, later, lite, states, sweep, told } = await mailingListApp()
  const many = Array.from({ length: 80 }, (_, index) => ({ email: `person${index}@example.com` }))
  const people = await db.insert(users).values(many).returning({ userId: users.id })
  await db.insert(consents).values(people.map((person) => ({ ...person, ...consent })))
  const waiting = async () =>
    (
      await db.execute(
        sql`select 1 from jobs.job where name = 'sync-subscriber' and state < 'active'`,
      )
    ).rows.length
  await sweep()
  expect(await waiting()).toBe(35)
  // The queued jobs are enough for now.
  await sweep()
  expect(await waiting()).toBe(35)
  for (let round = 0; round < 12; round++) {
    await later(20)
    await sweep()
  }
  expect(await states()).toEqual(Array(80).fill('synced'))
  expect(told()).toHaveLength(80)
  const event = await buildEvent(db)
  const { userId } = people[40]!
  await buildRegistration(db, { userId, eventId: event.id, registrationSource: 'import' })
  await sweep()
  await later(20)
  expect(told()).toHaveLength(81)
  expect(lite.subscribers.get('person40@example.com')!.groups).toHaveLength(2)
  await sweepSubscribers(db, app.deps.jobs, new Date())
  expect(await waiting()).toBe(0)
})

test("people no longer registered leave the event's group, and imported names are synced", async () => {
  const { db, later, lite, sweep, told } = await mailingListApp()
  const event = await buildEvent(db)
  const { id: userId, email } = await buildPerson(db)
  await buildRegistration(db, { userId, eventId: event.id, receiveUpdates: true })
  await db.insert(consents).values({ userId, ...consent })
  await sweep()
  await later(20)
  expect(lite.subscribers.get(email)!.groups).toHaveLength(2)
  await db.delete(eventRegistrations).where(eq(eventRegistrations.userId, userId))
  await db.update(users).set({ lastName: 'Ndlovu', updatedAt: new Date() })
  await sweep()
  await later(20)
  const subscriber = lite.subscribers.get(email)!
  expect([subscriber.groups.length, subscriber.fields.last_name]).toEqual([1, 'Ndlovu'])
  expect(await db.$count(userGroups, eq(userGroups.groupType, 'event'))).toBe(0)
  await sweep()
  expect(await later(20)).toBe(0)
  expect(told()).toHaveLength(2)
})
