import { expect, onTestFinished, test } from 'vitest'
import { importAttendees } from '#features/imports/contract.ts'
import { sendConfirmations } from '#features/imports/contract.ts'
import * as registrationsContract from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

/** Creates an organiser who imports people for an event at a given time. */
async function importing() {
  const stage = await mailStage()
  const event = await stage.build()
  const names = (...all: string[]) =>
    all.map((name) => ({
      firstName: name,
      lastName: 'Nkosi',
      email: `${name}@example.com`,
      eventIdentifier: `${event.id}`,
    }))
  async function importPart(batchId: string, instant: string, ...people: string[]) {
    stage.clock.set(instant)
    const admin = await stage.asAdmin()
    const body = { attendees: names(...people), batchId }
    expect((await admin.call(importAttendees, { body })).status).toBe(200)
    return { confirm: () => admin.call(sendConfirmations, { body: { batchId } }) }
  }
  const importAt = (instant: string, ...people: string[]) => importPart(instant, instant, ...people)
  return { ...stage, event, importAt, importPart }
}

test('people who register within the last day get no day-before reminder', async () => {
  const { build, register, at, clock } = await mailStage()
  const { id } = await build()
  clock.set('2026-12-10T10:00:00Z')
  await register('zola', id)
  expect(await at('2026-12-10T10:01:00Z')).toEqual(['zola: Your seat is confirmed'])
  expect(await at('2026-12-10T11:00:00Z')).toEqual([])
  expect(await at('2026-12-10T15:10:00Z')).toEqual(['zola: Starting soon'])
})

test('a seat taken within the last day is one mail, while it waits for the mail server as well', async () => {
  const { build, enrol, at, call, clock, db, server, told } = await mailStage()
  const { id } = await build()
  const zola = await enrol('zola', id, { registrationType: 'pre_registration' })
  expect(await at('2026-12-08T08:00:00Z')).toEqual(['zola: The date is confirmed'])
  clock.set('2026-12-09T18:00:00Z')
  const token = makeLinkToken(await readLinkKey(db), 'seat', {
    ...zola,
    email: 'zola@example.com',
  })
  expect((await call(registrationsContract.confirmRegistration, { body: { token } })).status).toBe(
    200,
  )
  await server.close()
  expect(await at('2026-12-09T18:00:10Z')).toEqual([])
  await server.open()
  expect(await at('2026-12-09T18:30:00Z')).toEqual(['zola: Your seat is confirmed'])
  expect(await at('2026-12-10T08:00:00Z')).toEqual([])
  expect(await told()).toEqual(['date_confirmed sent', 'registration_confirmed sent'])
  expect(await at('2026-12-10T15:01:00Z')).toEqual(['zola: Starting soon'])
})

test('people imported within the last day or hour are reminded', async () => {
  const { importAt, at } = await importing()
  await importAt('2026-12-09T20:00:00Z', 'lerato')
  expect(await at('2026-12-09T20:06:00Z')).toEqual(['lerato: Coming up'])
  await importAt('2026-12-10T15:10:00Z', 'sipho')
  expect(await at('2026-12-10T15:16:00Z')).toEqual([
    'lerato: Starting soon',
    'sipho: Starting soon',
  ])
  expect(await at('2026-12-10T15:30:00Z')).toEqual([])
})

test('an import leaves its organiser five minutes to send confirmations in place of reminders', async () => {
  const { importAt, at, enrol, event } = await importing()
  await enrol('thabo', event.id)
  const { confirm } = await importAt('2026-12-09T20:00:00Z', 'lerato')
  expect(await at('2026-12-09T20:01:00Z')).toEqual(['thabo: Coming up'])
  expect((await confirm()).body).toEqual({ people: 1 })
  expect(await at('2026-12-09T20:02:00Z')).toEqual(['lerato: Your seat is confirmed'])
  expect(await at('2026-12-09T20:10:00Z')).toEqual([])
})

test('the five minutes count from the last part of a list, however late it is continued', async () => {
  const { importPart, at } = await importing()
  await importPart('list', '2026-12-09T20:00:00Z', 'lerato')
  const { confirm } = await importPart('list', '2026-12-09T20:04:00Z', 'sipho')
  expect(await at('2026-12-09T20:08:30Z')).toEqual([])
  expect((await confirm()).body).toEqual({ people: 2 })
  expect(await at('2026-12-09T20:08:40Z')).toEqual([
    'lerato: Your seat is confirmed',
    'sipho: Your seat is confirmed',
  ])
  await importPart('list', '2026-12-10T10:00:00Z', 'thabo')
  expect(await at('2026-12-10T10:00:30Z')).toEqual([])
  expect(await at('2026-12-10T10:05:30Z')).toEqual(['thabo: Coming up'])
})

test('a confirmation that failed for good leaves the reminders to tell the time', async () => {
  const { build, register, at, clock, server } = await mailStage()
  const { id } = await build()
  clock.set('2026-12-10T10:00:00Z')
  server.behave(554)
  await register('zola', id)
  expect(await at('2026-12-10T10:01:00Z')).toEqual([])
  server.behave('well')
  expect(await at('2026-12-10T10:02:00Z')).toEqual(['zola: Coming up'])
})

test('a reminder interrupted by a database failure is sent when the database answers again', async () => {
  const { build, enrol, at, plan, runJobs, database, told } = await mailStage()
  const { id } = await build()
  await enrol('zola', id)
  await plan('2026-12-10T15:01:00Z')
  await database.pool.query('alter table unsubscriptions rename to lost')
  onTestFinished(async () => {
    await database.pool.query('alter table if exists lost rename to unsubscriptions')
  })
  expect(await runJobs()).toBe(1)
  await database.pool.query('alter table lost rename to unsubscriptions')
  expect(await at('2026-12-10T15:02:00Z')).toEqual(['zola: Starting soon'])
  expect(await told()).toEqual(['reminder_1h sent'])
})
