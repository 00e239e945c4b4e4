import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importVideoAccess } from '#features/imports/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent, buildPerson, buildViewer } from '#tests/support/builders.ts'
import { importingAttendees } from '#tests/support/importing-attendees.ts'

test('an unknown email gets video access and nothing else', async () => {
  const { db, runViewers: run, call, site } = await importingAttendees()
  const result = await run({ email: ' Viewer@Example.com', firstName: 'Vuyo', company: 'Karoo' })
  expect(result).toEqual({ imported: 1, duplicates: 0, errors: [] })
  const { videoTitle } = site.series
  const vuyo = { email: 'viewer@example.com', firstName: 'Vuyo', lastName: '', company: 'Karoo' }
  expect(await db.select().from(videoAccess)).toMatchObject([
    { ...vuyo, userId: null, eventId: null, videoTitle },
  ])
  expect(await db.$count(users)).toBe(0)
  expect(await db.$count(eventRegistrations)).toBe(0)
  const login = await call(logInWithEmail, { body: { email: 'viewer@example.com' } })
  expect(login.status).toBe(200)
})

test('a known email is a duplicate, wherever it is known from, and stays as it is', async () => {
  const { db, runViewers: run } = await importingAttendees()
  const event = await buildEvent(db)
  const person = await buildPerson(db)
  const viewer = await buildViewer(db)
  const interested = await buildViewer(db, { eventId: event.id })
  const emails = [person, viewer, interested].map(({ email }) => ({ email, firstName: 'Other' }))
  expect(await run(...emails)).toEqual({ imported: 0, duplicates: 3, errors: [] })
  const rows = await db.select().from(videoAccess).orderBy(asc(videoAccess.id))
  expect(rows.map((row) => [row.email, row.firstName])).toEqual([
    [viewer.email, ''],
    [interested.email, ''],
  ])
})

test('repeats inside one list count once as imported, the rest as duplicates', async () => {
  const { db, runViewers: run } = await importingAttendees()
  const far = Array.from({ length: 1500 }, (_, row) => ({ email: `viewer${row}@example.com` }))
  const result = await run(...far, { email: 'VIEWER0@example.com' }, { email: 'new@example.com' })
  expect(result).toEqual({ imported: 1501, duplicates: 1, errors: [] })
  const close = await run({ email: 'a@example.com' }, { email: ' A@example.com' })
  expect(close).toEqual({ imported: 1, duplicates: 1, errors: [] })
  expect(await db.$count(videoAccess)).toBe(1502)
})

test('an invalid entry is an error line, even when the email is known', async () => {
  const { db, runViewers: run } = await importingAttendees()
  const viewer = await buildViewer(db)
  const result = await run(
    { email: 'nobody' },
    {},
    { email: 'fine@example.com' },
    { email: viewer.email, lastName: 'x'.repeat(121) },
  )
  expect(result).toEqual({
    imported: 1,
    duplicates: 0,
    errors: [
      'Row 1: Valid email is required, found "nobody"',
      'Row 2: Valid email is required, found an empty cell',
      `Row 4: Last name may have at most 120 characters, found "${'x'.repeat(60)}…"`,
    ],
  })
  expect(await db.$count(videoAccess)).toBe(2)
})

test('20,000 emails are imported in one call, and not again', { timeout: 120_000 }, async () => {
  const { db, runViewers: run } = await importingAttendees()
  const emails = Array.from({ length: 20_000 }, (_, row) => ({ email: `v${row}@example.com` }))
  expect(await run(...emails)).toEqual({ imported: 20_000, duplicates: 0, errors: [] })
  expect(await run(...emails)).toEqual({ imported: 0, duplicates: 20_000, errors: [] })
  expect(await db.$count(videoAccess)).toBe(20_000)
})

test('only an administrator may import, and an empty list imports nothing', async () => {
  const { db, call, runViewers: run } = await importingAttendees()
  const body = { emails: [{ email: 'viewer@example.com' }] }
  expect((await call(importVideoAccess, { body })).status).toBe(401)
  expect(await run()).toEqual({ imported: 0, duplicates: 0, errors: [] })
  expect(await db.$count(videoAccess)).toBe(0)
})
