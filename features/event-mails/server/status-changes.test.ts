import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type EventMove, changeEvent } from '#features/events/contract.ts'
import { previewStatusChanges } from '#features/event-mails/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildRegistration } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const longAgo = new Date('2026-11-01T08:00:00Z')

/** Creates an event with two confirmed people, one of whom opted in to updates, and a pre-registered one. */
async function adminStage(fields: Parameters<typeof buildEvent>[1] = {}) {
  // No server listens there: mails are planned but never sent.
  const app = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const { db, clock } = app
  const event = await buildEvent(db, { updatedAt: longAgo, ...fields })
  for (const [registrationType, receiveUpdates] of [
    ['confirmed', true],
    ['confirmed', false],
    ['pre_registration', true],
  ] as const) {
    const { id: userId } = await buildPerson(db)
    const registration = { userId, eventId: event.id, createdAt: longAgo }
    await buildRegistration(db, { ...registration, registrationType, receiveUpdates })
  }
  const params = { id: event.id }
  async function preview(move: EventMove) {
    // Sign in again: the clock moves beyond a session's lifetime.
    const admin = await app.asAdmin()
    const { body } = await admin.call(previewStatusChanges, { params, body: {} })
    return body.moves.find((possible) => possible.move === move)?.consequences.join(' ') ?? ''
  }
  async function make(change: Record<string, unknown>) {
    const admin = await app.asAdmin()
    await admin.call(changeEvent, { params, body: change })
    // Mails caused by a save are held for two minutes.
    return sweepAt(new Date(clock.now().getTime() + 2 * 60_000))
  }
  async function sweepAt(instant: Date | string) {
    clock.set(instant)
    await sweepMails(db, app.app.deps.jobs, app.app.deps.time(), mailKinds)
    const told = await db.select({ kind: outboxEntries.kind }).from(outboxEntries)
    return told.map(({ kind }) => kind).toSorted()
  }
  return { ...app, clock, event, preview, make, sweepAt }
}

test('opening registration says who is told the date, and exactly they are', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration' })
  expect(await preview('upcoming')).toBe(
    'It appears under Upcoming Events on the landing page, by priority, and is open for registration. 1 pre-registered person is told the date by mail, to take a seat with one press. 2 confirmed people get a reminder a day and an hour before the start. It has neither a room nor a webinar yet, so join links lead nowhere.',
  )
  expect(await make({ status: 'upcoming' })).toEqual(['date_confirmed'])
})

test('saving a confirmed date says who is told, and nothing where nobody learns it by that', async () => {
  const { asAdmin, event, make } = await adminStage({ status: 'upcoming', dateConfirmed: false })
  async function saying(changes: Record<string, unknown>) {
    const admin = await asAdmin()
    const body = { changes }
    return (await admin.call(previewStatusChanges, { params: { id: event.id }, body })).body.saving
  }
  const told = [
    '1 pre-registered person is told the date by mail, to take a seat with one press.',
    '2 confirmed people get a reminder a day and an hour before the start.',
    'It has neither a room nor a webinar yet, so join links lead nowhere.',
  ]
  expect(await saying({ dateConfirmed: true })).toEqual(told)
  expect(await saying({ dateConfirmed: false })).toEqual([])
  expect(await saying({ dateConfirmed: true, eventTime: 'in the evening' })).toEqual([])
  expect(
    await saying({ dateConfirmed: true, eventDate: '2026-11-02', eventTime: '18:00' }),
  ).toEqual([])
  expect(await make({ dateConfirmed: true })).toEqual(['date_confirmed'])
  expect(await saying({ dateConfirmed: true })).toEqual([])
})

test('who wants no reminders is not counted among those who get one', async () => {
  const { db, preview } = await adminStage({ status: 'pre_registration' })
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(eventRegistrations, eq(eventRegistrations.userId, users.id))
    .where(eq(eventRegistrations.registrationType, 'confirmed'))
  await db.insert(unsubscriptions).values({ email: first!.email, topic: 'reminders' })
  expect(await preview('upcoming')).toContain('1 confirmed person gets a reminder')
})

test('who was told the date already is not counted again', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration' })
  await make({ status: 'upcoming' })
  expect(await make({ status: 'pre_registration' })).toEqual(['date_confirmed'])
  expect(await preview('upcoming')).not.toContain('told the date')
  expect(await make({ status: 'upcoming' })).toEqual(['date_confirmed'])
})

test('without a date that is confirmed nobody is told, and that is said', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration', dateConfirmed: false })
  expect(await preview('upcoming')).toContain('Nobody is told until its date is confirmed')
  expect(await make({ status: 'upcoming' })).toEqual([])
})

test('the reminders that are still to come depend on the hours left', async () => {
  const { preview, make, clock } = await adminStage({ status: 'pre_registration' })
  clock.set('2026-12-10T10:00:00Z')
  expect(await preview('upcoming')).toContain('a reminder at once and an hour before the start')
  clock.set('2026-12-10T15:30:00Z')
  expect(await preview('upcoming')).toContain('2 confirmed people get a reminder at once')
  expect(await make({ status: 'upcoming' })).toEqual([
    'date_confirmed',
    'reminder_1h',
    'reminder_1h',
  ])
})

test('a recording that is ready is told to those who ask for updates, an old one to nobody', async () => {
  const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }
  const { preview, make, clock, db, event } = await adminStage(recording)
  clock.set('2026-12-10T16:40:00Z')
  expect(await preview('completed')).toContain('It moves to Previous Interviews')
  clock.set('2026-12-10T17:00:01Z')
  expect(await preview('completed')).toContain('under Previous Interviews already')
  expect(await preview('completed')).toContain('1 registered person who asks for updates is told')
  expect(await make({ status: 'completed' })).toEqual(['recording_ready'])
  await db.delete(outboxEntries)
  await db.update(events).set({ status: 'upcoming' }).where(eq(events.id, event.id))
  clock.set('2027-04-01T08:00:00Z')
  expect(await preview('completed')).toContain('Nobody is told of the recording by mail.')
  expect(await make({ status: 'completed' })).toEqual([])
})

test('cancelling tells everybody registered while it is ahead, and nobody afterwards', async () => {
  const ahead = await adminStage()
  expect(await ahead.preview('cancel')).toContain('3 registered people are told by mail')
  expect(await ahead.make({ cancelled: true })).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await ahead.preview('restore')).toContain('No cancellation mail was sent')
  const over = await adminStage()
  over.clock.set('2026-12-11T08:00:00Z')
  expect(await over.preview('cancel')).toContain('It is over, so nobody is told.')
  expect(await over.make({ cancelled: true })).toEqual([])
})

test('a status that the past end overrules is said to change nothing for visitors', async () => {
  const { preview, clock } = await adminStage({ status: 'completed' })
  clock.set('2026-12-11T08:00:00Z')
  expect(await preview('upcoming')).toContain(
    'Its end is past, so it stays under Previous Interviews',
  )
})
