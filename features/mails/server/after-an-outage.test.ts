import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#schema/events.ts'
import { outboxEntries } from '#schema/mails.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const undated = { status: 'pre_registration' as const, dateConfirmed: false }

/** Returns the skipped mails with the reasons that the admin area shows. */
async function leftOut({ db }: Awaited<ReturnType<typeof mailStage>>) {
  const rows = await db
    .select()
    .from(outboxEntries)
    .where(eq(outboxEntries.state, 'skipped'))
    .orderBy(outboxEntries.id)
  return rows.map(({ kind, lastError }) => `${kind}: ${lastError}`)
}

test('a cancellation during an outage of the mail server leaves no confirmation to arrive after it', async () => {
  const stage = await mailStage()
  const { build, register, edit, at, server } = stage
  const { id } = await build()
  await server.close()
  await register('zola', id)
  expect(await at('2026-12-01T08:10:00Z')).toEqual([])
  await edit(id, { cancelledAt: new Date('2026-12-01T08:20:00Z') })
  expect(await at('2026-12-01T08:21:00Z')).toEqual([])
  await server.open()
  // The library mail, which was part of the confirmation's mail, is sent on its own.
  expect(await at('2026-12-01T09:00:00Z')).toEqual([
    'zola: Cancelled',
    'zola: The library of House Lights is open to you',
  ])
  expect(await leftOut(stage)).toEqual(['registration_confirmed: The event was cancelled'])
})

test('a cancellation undone before its emails are sent sends none', async () => {
  const stage = await mailStage()
  const { build, register, edit, at, server } = stage
  const { id } = await build()
  await server.close()
  await register('zola', id)
  await edit(id, { cancelledAt: new Date('2026-12-01T08:20:00Z') })
  expect(await at('2026-12-01T08:21:00Z')).toEqual([])
  await edit(id, { cancelledAt: null })
  await server.open()
  expect(await at('2026-12-01T08:25:00Z')).toEqual(['zola: Your seat is confirmed'])
  expect(await at('2026-12-01T08:26:00Z')).toEqual([])
  expect(await leftOut(stage)).toEqual(['cancelled: The event takes place again'])
})

test('an event moved twice during an outage sends one email with its last time', async () => {
  const { build, register, edit, at, server, db } = await mailStage()
  const { id } = await build()
  await register('zola', id)
  await at('2026-12-01T08:00:00Z')
  await server.close()
  await edit(id, { eventTime: '2026-12-11T16:00:00.000Z', eventEndTime: null })
  expect(await at('2026-12-01T08:30:00Z')).toEqual([])
  await edit(id, { eventTime: '2026-12-12T16:00:00.000Z' })
  expect(await at('2026-12-01T08:40:00Z')).toEqual([])
  await server.open()
  expect(await at('2026-12-01T09:00:00Z')).toEqual(['zola: New time'])
  expect(server.mails.at(-1)!.raw).toContain('12 December 2026')
  // The event moves and moves back while no mail can be sent, so registrants need no mail.
  await server.close()
  await edit(id, { eventTime: '2026-12-13T16:00:00.000Z' })
  expect(await at('2026-12-01T10:00:00Z')).toEqual([])
  await edit(id, { eventTime: '2026-12-12T16:00:00.000Z' })
  await server.open()
  expect(await at('2026-12-01T11:00:00Z')).toEqual([])
  expect((await db.select().from(events))[0]!.calendarSequence).toBe(4)
})

test('reminders that the mail server took too late are left out once the event has begun', async () => {
  const stage = await mailStage()
  const { build, enrol, at, server } = stage
  const { id } = await build()
  await enrol('lerato', id)
  await server.close()
  expect(await at('2026-12-09T17:00:00Z')).toEqual([])
  expect(await at('2026-12-10T15:20:00Z')).toEqual([])
  await server.open()
  expect(await at('2026-12-10T16:30:00Z')).toEqual([])
  expect(await leftOut(stage)).toEqual([
    'reminder_24h: It is too late for this reminder',
    'reminder_1h: The event has begun',
  ])
})

test('of two waiting reminders, the last hour sends one', async () => {
  const { build, enrol, at, server } = await mailStage()
  const { id } = await build()
  await enrol('lerato', id)
  await server.close()
  expect(await at('2026-12-09T17:00:00Z')).toEqual([])
  expect(await at('2026-12-10T15:20:00Z')).toEqual([])
  await server.open()
  expect(await at('2026-12-10T15:30:00Z')).toEqual(['lerato: Starting soon'])
})

test('a seat is offered once per date, and not for a withdrawn date', async () => {
  const stage = await mailStage()
  const { build, enrol, edit, at, plan, db } = stage
  const { id } = await build()
  await enrol('zola', id, { registrationType: 'pre_registration' })
  const taken = await enrol('thabo', id, { registrationType: 'pre_registration' })
  await plan('2026-12-01T08:00:00Z')
  await edit(id, undated)
  await db
    .update(eventRegistrations)
    .set({ registrationType: 'confirmed' })
    .where(eq(eventRegistrations.id, taken.id))
  expect(await at('2026-12-01T08:01:00Z')).toEqual([])
  expect(await leftOut(stage)).toEqual([
    'date_confirmed: The date is no longer confirmed',
    'date_confirmed: The date is no longer confirmed',
  ])
  await edit(id, { status: 'upcoming', dateConfirmed: true })
  expect(await at('2026-12-01T09:00:00Z')).toEqual(['zola: The date is confirmed'])
  expect(await at('2026-12-01T10:00:00Z')).toEqual([])
})

test('a reminder that a moved time made needless comes when the first time holds again', async () => {
  const { build, enrol, edit, at, plan } = await mailStage()
  const { id, eventTime } = await build()
  await enrol('lerato', id)
  await plan('2026-12-10T15:10:00Z')
  await edit(id, { eventTime: '2026-12-17T16:00:00.000Z', eventEndTime: null })
  expect(await at('2026-12-10T15:12:00Z')).toEqual([])
  await edit(id, { eventTime })
  expect(await at('2026-12-10T15:20:00Z')).toEqual(['lerato: Starting soon'])
})

test('people who register again after a cancelled registration get the confirmation', async () => {
  const stage = await mailStage()
  const { build, register, at, server, db, told } = stage
  const { id } = await build()
  await server.close()
  await register('zola', id)
  expect(await at('2026-12-01T08:10:00Z')).toEqual([])
  await db.delete(eventRegistrations)
  await server.open()
  expect(await at('2026-12-01T08:20:00Z')).toEqual([
    'zola: The library of House Lights is open to you',
  ])
  expect(await leftOut(stage)).toEqual(['registration_confirmed: No longer registered'])
  await register('zola', id)
  await register('zola', id)
  expect(await at('2026-12-01T08:30:00Z')).toEqual(['zola: Your seat is confirmed'])
  expect(await told()).toEqual(['registration_confirmed sent', 'library_access sent'])
})
