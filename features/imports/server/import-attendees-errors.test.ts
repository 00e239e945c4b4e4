import { expect, test } from 'vitest'
import { previewAttendees, importAttendees } from '#features/imports/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'

const tooLong = 'x'.repeat(121)
const longEmail = `${'a'.repeat(250)}@example.com`

test.each([
  ['an empty first name', { firstName: ' ' }, 'Row 2: First name is required, found an empty cell'],
  ['no last name', { lastName: undefined }, 'Row 2: Last name is required, found an empty cell'],
  ['no email', { email: null }, 'Row 2: Valid email is required, found an empty cell'],
  ['half an email', { email: 'lindiwe@' }, 'Row 2: Valid email is required, found "lindiwe@"'],
  [
    'a company over the limit',
    { company: tooLong },
    `Row 2: Company may have at most 120 characters, found "${tooLong.slice(0, 60)}…"`,
  ],
  [
    'an email over the limit',
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
  const { db, run } = await importingAttendees()
  const good = { ...lindiwe, email: 'good@example.com' }
  const result = await run(good, { ...lindiwe, ...mistake })
  expect(result.errors).toEqual([line])
  expect(result).toMatchObject({ imported: 1, updated: 0, videoOnly: 1 })
  expect((await db.select().from(users)).map((row) => row.email)).toEqual([good.email])
})

test('an unknown event writes nothing of its row and names the nearest title', async () => {
  const { db, run } = await importingAttendees()
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
  const { db, run } = await importingAttendees()
  await buildPerson(db, { ...lindiwe, company: 'Karoo Coffee' })
  const { errors } = await run({ ...lindiwe, company: 'Other', eventIdentifier: '99' })
  expect(errors).toEqual(['Row 1: No event is called "99"; there are no events'])
  expect(await db.select().from(users)).toMatchObject([{ company: 'Karoo Coffee' }])
})

test.each([
  ['a no-break space and double spaces', 'Don\'t sell\u00A0 - yet: "honestly"'],
  ['curly quotes and a dash', 'don’t sell – yet: “honestly”'],
  ['an invisible character', 'Don\'t\u200B sell - yet: "honestly"'],
])('an event is found by its title with %s', async (_name, eventIdentifier) => {
  const { db, run } = await importingAttendees()
  await buildEvent(db, { title: 'Don’t sell — yet: “honestly”' })
  expect(await run({ ...lindiwe, eventIdentifier })).toMatchObject({ eventRegistrations: 1 })
})

test('the exact title wins over titles that differ only in spaces, quotes or dashes', async () => {
  const { db, run } = await importingAttendees()
  await buildEvent(db, { title: 'Don’t sell — yet' })
  const plain = await buildEvent(db, { title: "Don't sell - yet" })
  await buildEvent(db, { title: "Don't  sell - yet" })
  await run({ ...lindiwe, eventIdentifier: " DON'T sell - yet" })
  expect(await db.select().from(eventRegistrations)).toMatchObject([{ eventId: plain.id }])
  const { errors } = await run({ ...lindiwe, eventIdentifier: "Don't sell – yet" })
  expect(errors).toMatchObject([expect.stringContaining('Several events')])
})

test('a number that is no ID has no nearest title', async () => {
  const { db, run } = await importingAttendees()
  await buildEvent(db, { title: 'Opening Night' })
  const { errors } = await run({ ...lindiwe, eventIdentifier: '9999999' })
  expect(errors).toEqual(['Row 1: No event is called "9999999"'])
})

test('a title that two events have is refused with their ids, and the id then works', async () => {
  const { db, run } = await importingAttendees()
  const first = await buildEvent(db, { title: 'Opening Night' })
  const second = await buildEvent(db, { title: ' opening night' })
  const ambiguous = await run({ ...lindiwe, eventIdentifier: 'Opening Night' })
  expect(ambiguous.errors).toEqual([
    `Row 1: Several events have the title "Opening Night"; enter the ID (${first.id}, ${second.id})`,
  ])
  expect(await db.$count(users)).toBe(0)
  expect(await run({ ...lindiwe, eventIdentifier: String(second.id) })).toMatchObject({
    eventRegistrations: 1,
    errors: [],
  })
})

test('errors are listed in the order of the rows', async () => {
  const { run } = await importingAttendees()
  const { errors } = await run(
    { ...lindiwe, eventIdentifier: 'nowhere' },
    { ...lindiwe, email: 'x' },
    lindiwe,
    { ...lindiwe, eventIdentifier: 'nowhere' },
  )
  expect(errors.map((line) => line.slice(0, 6))).toEqual(['Row 1:', 'Row 2:', 'Row 4:'])
})

test('text that is not well-formed is imported readably', async () => {
  const { db, run } = await importingAttendees()
  const result = await run({ ...lindiwe, company: 'Karoo \uD83D Coffee', jobTitle: 'Founder 🎉' })
  expect(result).toMatchObject({ imported: 1, errors: [] })
  const [person] = await db.select().from(users)
  expect(person).toMatchObject({ company: 'Karoo \uFFFD Coffee', jobTitle: 'Founder 🎉' })
})

test('only an administrator may import', async () => {
  const { db, call, asMember } = await importingAttendees()
  const person = await buildPerson(db)
  const member = await asMember(person.email)
  const body = { attendees: [lindiwe] }
  expect((await call(importAttendees, { body })).status).toBe(401)
  expect((await member.call(importAttendees, { body })).status).toBe(401)
  expect(await db.$count(users)).toBe(1)
})

test('a body that is no list of people is refused with the field named', async () => {
  const { admin } = await importingAttendees()
  const answer = await admin.call(importAttendees, { body: { attendees: 'Lindiwe' } })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ field: 'attendees', message: 'Must be a list of people' }])
})

test('an error line names the line of the file that was sent with the row; other rows are counted', async () => {
  const { run, admin } = await importingAttendees()
  const broken = { ...lindiwe, email: 'r&d@' }
  const { errors } = await run({ ...broken, line: 7 }, broken, { ...broken, line: 4 })
  expect(errors.map((line) => line.split(':')[0])).toEqual(['Row 2', 'Row 4', 'Row 7'])
  const attendees = [
    { ...lindiwe, line: 9 },
    { ...broken, line: 12 },
  ]
  const { body } = await admin.call(previewAttendees, { body: { attendees } })
  expect(body.rows.map(({ row, verdict }) => [row, verdict])).toEqual([
    [1, 'new'],
    [2, 'invalid'],
  ])
})
