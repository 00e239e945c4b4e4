import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listHeldMails, sendHeldMails, stopHeldMails } from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import { auditLog } from '#schema/platform.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const newTimes = {
  eventTime: '2026-12-10T18:00:00.000Z',
  eventEndTime: '2026-12-10T19:00:00.000Z',
}

/** Creates an event that three people know of, and an administrator who moves it. */
async function heldStage() {
  const stage = await mailStage()
  const event = await stage.build()
  await stage.register('ada', event.id)
  await stage.register('ben', event.id)
  await stage.register('cleo', event.id)
  await stage.at('2026-12-01T08:00:00Z')
  const admin = await stage.asAdmin()
  const params = { id: event.id }
  return {
    ...stage,
    event,
    admin,
    save: (body: Record<string, unknown>) => admin.call(changeEvent, { params, body }),
    held: async () => (await admin.call(listHeldMails)).body,
    stop: (id: number, restore?: boolean) =>
      admin.call(stopHeldMails, { params: { id }, body: { restore } }),
    sendNow: (id: number) => admin.call(sendHeldMails, { params: { id } }),
    read: async () => (await stage.db.select().from(events).where(eq(events.id, event.id)))[0]!,
  }
}

test('what a save causes waits two minutes, and then goes', { tags: 'postgres' }, async () => {
  const { event, save, held, at } = await heldStage()
  await save(newTimes)
  const goesAt = '2026-12-01T08:02:00.000Z'
  expect(await held()).toEqual([
    { id: expect.any(Number), kind: 'moved', eventId: event.id, count: 3, goesAt },
  ])
  expect(await at('2026-12-01T08:01:59Z')).toEqual([])
  expect(await at('2026-12-01T08:02:01Z')).toEqual([
    'ada: New time',
    'ben: New time',
    'cleo: New time',
  ])
  expect(await held()).toEqual([])
})

test('a further save replaces what is held and begins the two minutes anew', async () => {
  const { save, held, at, clock, event, read } = await heldStage()
  await save(newTimes)
  clock.set('2026-12-01T08:01:30Z')
  await save({ description: 'Other words' })
  expect(await held()).toMatchObject([
    { kind: 'moved', count: 3, goesAt: '2026-12-01T08:03:30.000Z' },
  ])
  clock.set('2026-12-01T08:02:30Z')
  const { eventTime, eventEndTime } = event
  await save({ eventTime, eventEndTime })
  expect((await read()).eventTime).toBe(eventTime)
  expect(await held()).toEqual([])
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
})

test(
  'what is stopped goes to nobody, counts as told, and is not planned again',
  { tags: 'postgres' },
  async () => {
    const { save, held, stop, at, told, register, event } = await heldStage()
    await save(newTimes)
    const [waiting] = await held()
    expect((await stop(waiting!.id)).status).toBe(200)
    expect(await held()).toEqual([])
    const again = await stop(waiting!.id)
    expect([again.status, again.body]).toMatchObject([409, { went: 0 }])
    expect(await at('2026-12-01T09:00:00Z')).toEqual([])
    expect((await told()).filter((entry) => entry.startsWith('moved'))).toEqual([
      'moved stopped',
      'moved stopped',
      'moved stopped',
    ])
    // People who count as notified of the new time get its reminder.
    expect(await at('2026-12-09T18:30:00Z')).toContain('ada: Coming up')
    await register('dora', event.id)
    expect(await at('2026-12-09T18:31:00Z')).toEqual(['dora: Your seat is confirmed'])
  },
)

test('stopping puts the cause back where that is wanted, and the mail comes if it is saved again', async () => {
  const { save, held, stop, at, event, read, db } = await heldStage()
  await save(newTimes)
  const [waiting] = await held()
  expect((await stop(waiting!.id, true)).status).toBe(200)
  expect(await read()).toMatchObject({
    eventTime: event.eventTime,
    eventEndTime: event.eventEndTime,
  })
  expect(await held()).toEqual([])
  expect(await at('2026-12-01T09:00:00Z')).toEqual([])
  const entries = await db.select({ action: auditLog.action }).from(auditLog)
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['mails_stopped', 'event_changed']),
  )
  await save(newTimes)
  expect(await held()).toMatchObject([{ kind: 'moved', count: 3 }])
})

test('a change is not undone if another save followed, and then its emails are not stopped', async () => {
  const { save, held, stop, db, event, at } = await heldStage()
  await save(newTimes)
  const [waiting] = await held()
  // Changed by SQL: a save in the editor would have replaced the held mails.
  await db
    .update(events)
    .set({ updatedAt: new Date('2026-12-01T08:00:30Z') })
    .where(eq(events.id, event.id))
  const refused = await stop(waiting!.id, true)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ event: { id: event.id } })
  expect(await held()).toHaveLength(1)
  expect(await at('2026-12-01T08:03:00Z')).toHaveLength(3)
})

test(
  'once they have gone, stopping and sending say how many went',
  { tags: 'postgres' },
  async () => {
    const { save, held, stop, sendNow, at } = await heldStage()
    await save(newTimes)
    const [waiting] = await held()
    expect((await sendNow(waiting!.id)).status).toBe(200)
    expect(await at('2026-12-01T08:00:10Z')).toHaveLength(3)
    for (const late of [
      await stop(waiting!.id),
      await stop(waiting!.id, true),
      await sendNow(waiting!.id),
    ]) {
      expect([late.status, late.body]).toMatchObject([409, { went: 3 }])
    }
    expect((await stop(9999)).status).toBe(404)
  },
)

test('an erasure leaves the number of people whom a held mail was for', async () => {
  const { save, held, admin, db, at } = await heldStage()
  await save(newTimes)
  const [ben] = await db.select().from(users).where(eq(users.email, 'ben@example.com'))
  const { rows } = await db.execute<{ key: string }>(
    `select key from people where email = '${ben!.email}'`,
  )
  await admin.call(erasePerson, { params: { key: rows[0]!.key } })
  expect(await held()).toMatchObject([{ count: 3 }])
  expect(await at('2026-12-01T08:02:01Z')).toEqual(['ada: New time', 'cleo: New time'])
})

test('a recording is held as well, and a mail that a person asks for never', async () => {
  const { register, event, clock, at, asAdmin } = await heldStage()
  clock.set('2026-12-10T17:30:00Z')
  const admin = await asAdmin()
  const body = {
    status: 'completed',
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
    recordingReady: true,
  }
  await admin.call(changeEvent, { params: { id: event.id }, body })
  const held = await admin.call(listHeldMails)
  expect(held.body).toMatchObject([{ kind: 'recording_ready', count: 3 }])
  expect(await at('2026-12-10T17:31:00Z')).toEqual([])
  expect(await at('2026-12-10T17:32:01Z')).toHaveLength(3)
  await register('emil')
  expect(await at('2026-12-10T17:32:02Z')).toHaveLength(1)
})
