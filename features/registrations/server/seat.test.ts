import { expect, test } from 'vitest'
import * as contract from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import type { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration, editEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function appWithPlace() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, call } = app
  const event = await buildEvent(db, { title: 'The last mile' })
  const { id: userId, email } = await buildPerson(db)
  const registrationType = 'pre_registration' as const
  const seat = await buildRegistration(db, { userId, eventId: event.id, registrationType })
  const body = { token: makeLinkToken(await readLinkKey(db), 'seat', { ...seat, email }) }
  const look = () => call(contract.readRegistrationOffer, { body })
  const take = () => call(contract.confirmRegistration, { body })
  const change = (set: Partial<typeof events.$inferInsert>) => editEvent(db, event.id, set)
  return { ...app, look, take, change }
}

test('a seat link says which event and when before it is pressed, and reading it takes no seat', async () => {
  const { db, look, take } = await appWithPlace()
  const known = { title: 'The last mile', when: 'Thursday, 10 December 2026, 18:00-19:00 CAT' }
  expect((await look()).body).toEqual({ ...known, state: 'open' })
  const [before] = await db.select().from(eventRegistrations)
  expect(before).toMatchObject({ registrationType: 'pre_registration' })
  expect(await db.$count(outboxEntries)).toBe(0)
  expect((await take()).body).toEqual(known)
  expect((await look()).body).toEqual({ ...known, state: 'taken' })
})

test('the seat of a cancelled event is refused as cancelled, not as over', async () => {
  const { db, look, take, change } = await appWithPlace()
  await change({ cancelledAt: new Date('2026-11-30T08:00:00Z') })
  expect((await look()).body).toMatchObject({ state: 'cancelled' })
  const refused = await take()
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe('This event was cancelled.')
  expect(await db.$count(outboxEntries)).toBe(0)
})

test('a seat link knows an event that is over, one whose date was withdrawn, and no foreign token', async () => {
  const { call, clock, look, change } = await appWithPlace()
  await change({ status: 'pre_registration', dateConfirmed: false })
  expect((await look()).body).toMatchObject({ state: 'undated' })
  await change({ status: 'upcoming', dateConfirmed: true })
  clock.set('2026-12-11T08:00:00Z')
  expect((await look()).body).toMatchObject({ state: 'over' })
  const foreign = await call(contract.readRegistrationOffer, {
    body: { token: '1-AAAAAAAAAAAAAAAAAAAAAAAA' },
  })
  expect(foreign.status).toBe(404)
})
