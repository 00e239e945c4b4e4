import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEvent } from '#features/events/contract.ts'
import type { EventMove } from '#kernel/values.ts'
import { previewStatusChanges } from '#features/event-mails/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
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
    const planned = await db.select({ kind: outboxEntries.kind }).from(outboxEntries)
    return planned.map(({ kind }) => kind).toSorted()
  }
  return { ...app, clock, event, preview, make, sweepAt }
}

test('the preview of opening registration names the recipients of the emails sent', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration' })
  expect(await preview('upcoming')).toBe(
    'The event appears under Upcoming Events on the home page and opens for registration. 1 pre-registered person gets an email with the date and a button that registers them. 2 confirmed people get a reminder a day and an hour before the start. No meeting link yet: join links will not work.',
  )
  expect(await make({ status: 'upcoming' })).toEqual(['date_confirmed'])
})

test('the preview of a confirmed date names its recipients, and is empty without any', async () => {
  const { asAdmin, event, make } = await adminStage({ status: 'upcoming', dateConfirmed: false })
  async function saying(changes: Record<string, unknown>) {
    const admin = await asAdmin()
    const body = { changes }
    return (await admin.call(previewStatusChanges, { params: { id: event.id }, body })).body.saving
  }
  const expected = [
    '1 pre-registered person gets an email with the date and a button that registers them.',
    '2 confirmed people get a reminder a day and an hour before the start.',
    'No meeting link yet: join links will not work.',
  ]
  expect(await saying({ dateConfirmed: true })).toEqual(expected)
  expect(await saying({ dateConfirmed: false })).toEqual([])
  expect(await saying({ dateConfirmed: true, eventTime: 'in the evening' })).toEqual([])
  expect(
    await saying({ dateConfirmed: true, eventDate: '2026-11-02', eventTime: '18:00' }),
  ).toEqual([])
  expect(await make({ dateConfirmed: true })).toEqual(['date_confirmed'])
  expect(await saying({ dateConfirmed: true })).toEqual([])
})

test('people who unsubscribed from reminders are not counted as recipients', async () => {
  const { db, preview } = await adminStage({ status: 'pre_registration' })
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(eventRegistrations, eq(eventRegistrations.userId, users.id))
    .where(eq(eventRegistrations.registrationType, 'confirmed'))
  await db.insert(unsubscriptions).values({ email: first!.email, topic: 'reminders' })
  expect(await preview('upcoming')).toContain('1 confirmed person gets a reminder')
})

test('people who received the date are not counted again', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration' })
  await make({ status: 'upcoming' })
  expect(await make({ status: 'pre_registration' })).toEqual(['date_confirmed'])
  expect(await preview('upcoming')).not.toContain('an email with the date')
  expect(await make({ status: 'upcoming' })).toEqual(['date_confirmed'])
})

test('an unconfirmed date sends no emails, and the preview says so', async () => {
  const { preview, make } = await adminStage({ status: 'pre_registration', dateConfirmed: false })
  expect(await preview('upcoming')).toContain('No emails are sent until the date is confirmed')
  expect(await make({ status: 'upcoming' })).toEqual([])
})

test('the preview lists only reminders that are still due', async () => {
  const { preview, make, clock } = await adminStage({ status: 'pre_registration' })
  clock.set('2026-12-10T10:00:00Z')
  expect(await preview('upcoming')).toContain('a reminder immediately and an hour before the start')
  clock.set('2026-12-10T15:30:00Z')
  expect(await preview('upcoming')).toContain('2 confirmed people get a reminder immediately')
  expect(await make({ status: 'upcoming' })).toEqual([
    'date_confirmed',
    'reminder_1h',
    'reminder_1h',
  ])
})

test('a released recording is emailed to people who asked for updates, an old one to nobody', async () => {
  const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }
  const { preview, make, clock, db, event } = await adminStage(recording)
  clock.set('2026-12-10T16:40:00Z')
  expect(await preview('completed')).toContain('The event moves to Previous Interviews')
  clock.set('2026-12-10T17:00:01Z')
  expect(await preview('completed')).toContain(
    'Visitors already see the event under Previous Interviews',
  )
  expect(await preview('completed')).toContain(
    '1 registered person who asked for updates gets an email',
  )
  expect(await make({ status: 'completed' })).toEqual(['recording_ready'])
  await db.delete(outboxEntries)
  await db.update(events).set({ status: 'upcoming' }).where(eq(events.id, event.id))
  clock.set('2027-04-01T08:00:00Z')
  expect(await preview('completed')).toContain('No emails about the recording are sent.')
  expect(await make({ status: 'completed' })).toEqual([])
})

test('cancelling says that people on the waiting list get no email', async () => {
  const { db, event, preview, make } = await adminStage()
  expect(await preview('cancel')).not.toContain('waiting list')
  const { id: userId } = await buildPerson(db)
  await db.insert(waitlistEntries).values({ userId, eventId: event.id })
  expect(await preview('cancel')).toContain(
    '1 person on the waiting list gets no email. You can send them an announcement.',
  )
  expect(await make({ cancelled: true })).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('cancelling emails all registrants before the event, and nobody after it', async () => {
  const ahead = await adminStage()
  expect(await ahead.preview('cancel')).toContain('3 registered people get a cancellation email')
  expect(await ahead.make({ cancelled: true })).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await ahead.preview('restore')).toContain('No cancellation email was sent')
  const over = await adminStage()
  over.clock.set('2026-12-11T08:00:00Z')
  expect(await over.preview('cancel')).toContain('The event is over, so no emails are sent.')
  expect(await over.make({ cancelled: true })).toEqual([])
})

test('the preview says that a past end overrides the status', async () => {
  const { preview, clock } = await adminStage({ status: 'completed' })
  clock.set('2026-12-11T08:00:00Z')
  expect(await preview('upcoming')).toContain(
    'The end is in the past: the event stays under Previous Interviews',
  )
})
