import { expect, test } from 'vitest'
import { importAttendees } from '#shared/contract/imports.ts'
import { registerForEvents } from '#shared/contract/registrations.ts'
import { eventRegistrations, users, videoAccess } from '#server/db/schema.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { importAttendees as writeAttendees } from './import-attendees.ts'

const lindiwe = { firstName: 'Lindiwe', lastName: 'Dube', email: 'lindiwe@example.com' }

async function importing() {
  const app = await testApp()
  const admin = await app.asAdmin()
  return {
    ...app,
    admin,
    async run(...attendees: Record<string, unknown>[]) {
      const { status, body } = await admin.call(importAttendees, { body: { attendees } })
      if (status !== 200) throw new Error(`the import was answered ${status}: ${body.message}`)
      return body
    },
  }
}

const tooLong = 'x'.repeat(121)
const longEmail = `${'a'.repeat(250)}@example.com`

test.each([
  ['an empty first name', { firstName: ' ' }, 'Row 2: First name is required, found an empty cell'],
  ['no last name', { lastName: undefined }, 'Row 2: Last name is required, found an empty cell'],
  ['no e-mail', { email: null }, 'Row 2: Valid email is required, found an empty cell'],
  ['half an e-mail', { email: 'lindiwe@' }, 'Row 2: Valid email is required, found "lindiwe@"'],
  [
    'a company over the limit',
    { company: tooLong },
    `Row 2: Company may have at most 120 characters, found "${tooLong.slice(0, 60)}…"`,
  ],
  [
    'an e-mail over the limit',
    { email: longEmail },
    `Row 2: Email may have at most 254 characters, found "${longEmail.slice(0, 60)}…"`,
  ],
  [
    'a NUL character',
    { jobTitle: 'Foun\u0000der' },
    'Row 2: Text must not contain a NUL character, found "Foun\uFFFDder"',
  ],
  [
    'two mistakes',
    { lastName: '', email: 'x' },
    'Row 2: Last name is required, found an empty cell; Valid email is required, found "x"',
  ],
])('a row with %s is not written and gives one error line', async (_name, mistake, line) => {
  const { db, run } = await importing()
  const good = { ...lindiwe, email: 'good@example.com' }
  const result = await run(good, { ...lindiwe, ...mistake })
  expect(result.errors).toEqual([line])
  expect(result).toMatchObject({ imported: 1, updated: 0, videoOnly: 1 })
  expect((await db.select().from(users)).map((row) => row.email)).toEqual([good.email])
})

test('an unknown event writes nothing of its row and names the nearest title', async () => {
  const { db, run } = await importing()
  await buildEvent(db, { title: 'Opening Night' })
  await buildEvent(db, { title: 'The Last Mile' })
  const result = await run({ ...lindiwe, eventIdentifier: 'the lost mile' })
  expect(result).toEqual({
    imported: 0,
    updated: 0,
    videoOnly: 0,
    eventRegistrations: 0,
    errors: ['Row 1: No event is called "the lost mile"; the nearest title is "The Last Mile"'],
  })
  expect(await db.$count(users)).toBe(0)
})

test('an unknown event does not change a person who is known', async () => {
  const { db, run } = await importing()
  await buildPerson(db, { ...lindiwe, company: 'Karoo Coffee' })
  const { errors } = await run({ ...lindiwe, company: 'Other', eventIdentifier: '99' })
  expect(errors).toEqual(['Row 1: No event is called "99"; there are no events'])
  expect(await db.select().from(users)).toMatchObject([{ company: 'Karoo Coffee' }])
})

test('a title that two events have is refused with their ids, and the id then works', async () => {
  const { db, run } = await importing()
  const first = await buildEvent(db, { title: 'Opening Night' })
  const second = await buildEvent(db, { title: ' opening night' })
  const ambiguous = await run({ ...lindiwe, eventIdentifier: 'Opening Night' })
  expect(ambiguous.errors).toEqual([
    `Row 1: Several events have the title "Opening Night"; give the id (${first.id}, ${second.id})`,
  ])
  expect(await db.$count(users)).toBe(0)
  expect(await run({ ...lindiwe, eventIdentifier: String(second.id) })).toMatchObject({
    eventRegistrations: 1,
    errors: [],
  })
})

test('error lines stand in the order of the rows, whatever is wrong with each', async () => {
  const { run } = await importing()
  const { errors } = await run(
    { ...lindiwe, eventIdentifier: 'nowhere' },
    { ...lindiwe, email: 'x' },
    lindiwe,
    { ...lindiwe, eventIdentifier: 'nowhere' },
  )
  expect(errors.map((line) => line.slice(0, 6))).toEqual(['Row 1:', 'Row 2:', 'Row 4:'])
})

test('text that is not well-formed is imported readably', async () => {
  const { db, run } = await importing()
  const result = await run({ ...lindiwe, company: 'Karoo \uD83D Coffee', jobTitle: 'Founder 🎉' })
  expect(result).toMatchObject({ imported: 1, errors: [] })
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ company: 'Karoo \uFFFD Coffee', jobTitle: 'Founder 🎉' })
})

test('20,000 rows with ten bad ones are counted exactly', { timeout: 120_000 }, async () => {
  const { db, run } = await importing()
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
  const { db, database, site } = await importing()
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
    const half = writeAttendees(db, attendees, { now: new Date(), timeZone: 'UTC', videoTitle })
    await expect(half).rejects.toMatchObject({ cause: { constraint: 'no_such_company' } })
    expect(await db.$count(users)).toBe(0)
    expect(await db.$count(videoAccess)).toBe(0)
  } finally {
    await database.pool.query('alter table users drop constraint no_such_company')
  }
})

test('imports and registrations of the same people at the same time make each once', async () => {
  const { db, run, call } = await importing()
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

test('only an administrator may import', async () => {
  const { db, call, asMember } = await importing()
  const person = await buildPerson(db)
  const member = await asMember(person.email)
  const body = { attendees: [lindiwe] }
  expect((await call(importAttendees, { body })).status).toBe(401)
  expect((await member.call(importAttendees, { body })).status).toBe(401)
  expect(await db.$count(users)).toBe(1)
})

test('a body that is no list of people is refused with the field named', async () => {
  const { admin } = await importing()
  const answer = await admin.call(importAttendees, { body: { attendees: 'Lindiwe' } })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ field: 'attendees', message: 'Must be a list of people' }])
})
