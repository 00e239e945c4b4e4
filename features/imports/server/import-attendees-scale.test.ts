// @module-tag postgres
import { expect, test } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'
import { importAttendees } from './import-attendees.ts'

test('20,000 rows with ten bad ones are counted exactly', { timeout: 120_000 }, async () => {
  const { db, run } = await importingAttendees()
  const event = await buildEvent(db, { title: 'The Last Mile' })
  const rows = Array.from({ length: 20_000 }, (_, row) => ({
    ...lindiwe,
    email: row % 2000 === 7 ? 'nobody' : `person${row}@example.com`,
    eventIdentifier: row % 2 ? event.title : 'null',
  }))
  const first = await run(...rows)
  expect(first).toMatchObject({ imported: 19_990, updated: 0 })
  expect(first).toMatchObject({ videoOnly: 10_000, eventRegistrations: 9990 })
  expect(first.errors).toHaveLength(10)
  expect(first.errors[9]).toBe('Row 18008: Valid email is required, found "nobody"')
  const again = await run(...rows)
  expect(again).toMatchObject({ imported: 0, updated: 19_990, videoOnly: 0, eventRegistrations: 0 })
  expect(await db.$count(users)).toBe(19_990)
  expect(await db.$count(videoAccess)).toBe(10_000)
  expect(await db.$count(eventRegistrations)).toBe(9990)
})

test('a failure half-way leaves nothing written', async () => {
  const { db, database, site } = await importingAttendees()
  await database.pool.query(
    `alter table users add constraint no_such_company check (company <> 'Forbidden')`,
  )
  try {
    const attendees = Array.from({ length: 2500 }, (_, row) => ({
      ...lindiwe,
      email: `person${row}@example.com`,
      company: row === 2400 ? 'Forbidden' : '',
    }))
    const { videoTitle } = site.series
    const half = importAttendees(db, attendees, {
      now: new Date(),
      timeZone: 'UTC',
      videoTitle,
      batch: { id: crypto.randomUUID(), actor: null, now: new Date() },
    })
    await expect(half).rejects.toMatchObject({ cause: { constraint: 'no_such_company' } })
    expect(await db.$count(users)).toBe(0)
    expect(await db.$count(videoAccess)).toBe(0)
  } finally {
    await database.pool.query('alter table users drop constraint no_such_company')
  }
})

test('imports and registrations of the same people at the same time make each once', async () => {
  const { db, run, call } = await importingAttendees()
  const event = await buildEvent(db)
  const rows = Array.from({ length: 1500 }, (_, row) => ({
    ...lindiwe,
    email: `person${row}@example.com`,
    eventIdentifier: event.title,
  }))
  const imports = [rows, rows.toReversed(), rows.toReversed()].map((list) => run(...list))
  const registrations = rows.slice(0, 40).map(({ email }) => {
    const body = { ...lindiwe, email, eventIds: [event.id] }
    return call(registerForEvents, { body })
  })
  const imported = await Promise.all(imports)
  const registered = await Promise.all(registrations)
  expect(new Set(registered.map((answer) => answer.status))).toEqual(new Set([200]))
  const made = [
    ...imported.map((result) => [result.imported, result.eventRegistrations]),
    ...registered.map(({ body }) => [Number(!body.isExistingUser), body.newRegistrations.length]),
  ]
  expect(made.reduce((sum, [people = 0]) => sum + people, 0)).toBe(1500)
  expect(made.reduce((sum, [, seats = 0]) => sum + seats, 0)).toBe(1500)
  expect(await db.$count(users)).toBe(1500)
  expect(await db.$count(eventRegistrations)).toBe(1500)
})
