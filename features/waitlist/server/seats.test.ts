import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent, listUpcomingEvents } from '#features/events/contract.ts'
import {
  checkRegistration,
  confirmForPerson,
  confirmRegistration,
  preRegister,
  readInterestOffer,
  readRegistrationOffer,
  requestVideoAccess,
} from '#features/registrations/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { appWithSeats } from '#tests/support/seats-stage.ts'

const full = 'All seats for this event are taken. You can join the waiting list.'

test('a full event refuses with its status, and puts those who ask on its waiting list', async () => {
  const { register, seatsLeft, places, call, event, db } = await appWithSeats(2)
  expect(await seatsLeft()).toBe(2)
  await register('a@example.com')
  await register('b@example.com')
  expect(await seatsLeft()).toBe(0)
  const refused = await register('c@example.com')
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ eventStatus: 'full', message: full })
  expect(await db.$count(users)).toBe(2)
  const waiting = await register('c@example.com', { waitlist: true })
  expect(waiting.status).toBe(200)
  expect(waiting.body.newRegistrations).toMatchObject([
    { eventId: event.id, title: event.title, registrationType: 'waitlisted' },
  ])
  await register('c@example.com', { waitlist: true })
  expect(await places()).toEqual({ seated: 'ab', offered: '', waiting: 'c' })
  const asked = { firstName: 'Thandi', email: 'c@example.com', eventId: event.id }
  expect((await call(checkRegistration, { body: asked })).body).toEqual({ exists: false })
  // A registrant who registers again keeps their seat.
  expect((await register('a@example.com')).body.newRegistrations).toEqual([])
})

test('of several events, the full ones are named and nothing is written', async () => {
  const { register, db, event, places } = await appWithSeats(1)
  const other = await buildEvent(db)
  await register('a@example.com')
  const eventIds = [other.id, event.id]
  const refused = await register('b@example.com', { eventIds })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ eventStatus: 'full', fullEventIds: [event.id] })
  expect(await db.$count(eventRegistrations)).toBe(1)
  const { body } = await register('b@example.com', { eventIds, waitlist: true })
  expect(body.newRegistrations.map((row) => [row.eventId, row.registrationType])).toEqual([
    [other.id, 'confirmed'],
    [event.id, 'waitlisted'],
  ])
  expect((await places()).waiting).toBe('b')
})

test('a seat that is given up is offered to the first in line, and then to the next', async () => {
  const { register, giveUp, places, clock, sweep, seatsLeft, answer, call, tokenOf } =
    await appWithSeats(1)
  await register('a@example.com')
  for (const name of 'bcd') await register(`${name}@example.com`, { waitlist: true })
  expect((await giveUp('a@example.com')).status).toBe(200)
  expect(await places()).toEqual({ seated: '', offered: 'b', waiting: 'cd' })
  // The seat is reserved, so a newcomer cannot take it.
  expect((await register('e@example.com')).status).toBe(409)
  expect(await seatsLeft()).toBe(0)
  const token = await tokenOf('b@example.com', 'seat_offered')
  expect((await call(readInterestOffer, { body: { token } })).body).toMatchObject({
    state: 'offered',
    offerEnds: 'Wednesday, 2 December 2026, 10:00 CAT',
  })
  clock.set('2026-12-02T07:59:00Z')
  await sweep()
  expect((await places()).offered).toBe('b')
  clock.set('2026-12-02T08:00:00Z')
  expect((await register('e@example.com')).status).toBe(409)
  await sweep()
  expect(await places()).toEqual({ seated: '', offered: 'c', waiting: 'd' })
  const late = await answer('b@example.com', { answer: 'take_part' })
  expect(late.status).toBe(409)
  expect((await answer('c@example.com', { answer: 'take_part' })).status).toBe(200)
  expect(await places()).toEqual({ seated: 'c', offered: '', waiting: 'd' })
  expect((await answer('b@example.com', { answer: 'join_list' })).status).toBe(200)
  expect((await places()).waiting).toBe('db')
})

test('an offer near the start lasts two hours, and one that is declined goes on at once', async () => {
  const { register, giveUp, places, clock, sweep, answer } = await appWithSeats(1)
  await register('a@example.com')
  for (const name of 'bcd') await register(`${name}@example.com`, { waitlist: true })
  clock.set('2026-12-10T08:00:00Z')
  await giveUp('a@example.com')
  clock.set('2026-12-10T10:00:00Z')
  await sweep()
  expect(await places()).toEqual({ seated: '', offered: 'c', waiting: 'd' })
  await answer('c@example.com', { answer: 'leave_list' })
  expect(await places()).toEqual({ seated: '', offered: 'd', waiting: '' })
})

test('more seats are offered in order; fewer cancel no one', async () => {
  const { register, places, asAdmin, event, seatsLeft } = await appWithSeats(2)
  const admin = await asAdmin()
  const change = (capacity: number | null) =>
    admin.call(changeEvent, { params: { id: event.id }, body: { capacity } })
  for (const name of 'ab') await register(`${name}@example.com`)
  for (const name of 'cde') await register(`${name}@example.com`, { waitlist: true })
  const lowered = await change(1)
  expect(lowered.body).toMatchObject({ capacity: 1, seatsLeft: 0 })
  expect(await places()).toEqual({ seated: 'ab', offered: '', waiting: 'cde' })
  await change(4)
  expect(await places()).toEqual({ seated: 'ab', offered: 'cd', waiting: 'e' })
  const unlimited = await change(null)
  expect(unlimited.body.capacity).toBeNull()
  expect(unlimited.body.seatsLeft).toBeUndefined()
  expect((await places()).offered).toBe('cde')
  expect(await seatsLeft()).toBeUndefined()
  expect((await change(0)).status).toBe(400)
})

test('pre-registered people take the seats in their order when the date is confirmed', async () => {
  const { call, event, asAdmin, places, db, clock, app } = await appWithSeats(2, {
    status: 'pre_registration',
    dateConfirmed: false,
  })
  for (const name of 'abc') {
    const body = { firstName: 'Thandi', email: `${name}@example.com`, eventId: event.id }
    expect((await call(preRegister, { body })).status).toBe(200)
  }
  const admin = await asAdmin()
  const body = { status: 'upcoming' as const, dateConfirmed: true }
  const saved = await admin.call(changeEvent, { params: { id: event.id }, body })
  expect(saved.body.seatsLeft).toBe(0)
  expect((await places()).seated).toBe('ab')
  const mails = async (kind: string) =>
    (await db.select().from(outboxEntries))
      .filter((row) => row.kind === kind && row.state !== 'skipped')
      .map(({ email }) => email[0])
      .join('')
  expect(await mails('registration_confirmed')).toBe('')
  clock.set('2026-12-01T08:03:00Z')
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  expect(await mails('registration_confirmed')).toBe('ab')
  expect(await mails('date_confirmed')).toBe('c')
  const [seat] = await db
    .select({ registration: eventRegistrations, email: users.email })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(eq(users.email, 'c@example.com'))
  const target = { ...seat!.registration, email: seat!.email }
  const token = makeLinkToken(await readLinkKey(db), 'seat', target)
  expect((await call(readRegistrationOffer, { body: { token } })).body.state).toBe('full')
  expect((await call(confirmRegistration, { body: { token } })).status).toBe(409)
  const listed = await call(confirmRegistration, { body: { token, waitlist: true } })
  expect(listed.body.isWaitlisted).toBe(true)
  expect(await places()).toEqual({ seated: 'ab', offered: '', waiting: 'c' })
  expect((await call(readRegistrationOffer, { body: { token } })).body.state).toBe('waiting')
  const confirmed = await admin.call(confirmForPerson, { params: { id: target.id } })
  expect(confirmed.body.overCapacity).toBe(1)
  expect((await places()).seated).toBe('abc')
})

test('Register & Watch gives access and no seat of a full event, and a place in line only if asked', async () => {
  const { register, newCaller, event, places } = await appWithSeats(1)
  await register('a@example.com')
  const body = { ...registrationBody({ email: 'b@example.com' }), mobile: '', eventId: event.id }
  const watched = await newCaller().call(requestVideoAccess, { body })
  expect(watched.body).toMatchObject({ eventStatus: 'full', isWaitlisted: false })
  expect((await places()).waiting).toBe('')
  const listed = await newCaller().call(requestVideoAccess, { body: { ...body, waitlist: true } })
  expect(listed.body).toMatchObject({ eventStatus: 'full', isWaitlisted: true })
  expect(await places()).toEqual({ seated: 'a', offered: '', waiting: 'b' })
})

test('only the registration that takes the last seat drops cached answers', async () => {
  const { register, call, clock } = await appWithSeats(3)
  const list = async () => (await call(listUpcomingEvents)).body.map((one) => one.seatsLeft)
  expect(await list()).toEqual([3])
  await register('a@example.com')
  await register('b@example.com')
  expect(await list()).toEqual([3])
  clock.set('2026-12-01T08:00:05Z')
  expect(await list()).toEqual([1])
  await register('c@example.com')
  expect(await list()).toEqual([0])
})
