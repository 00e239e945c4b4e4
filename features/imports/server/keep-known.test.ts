import { expect, test } from 'vitest'
import { importAttendees, previewAttendees } from '#features/imports/contract.ts'
import { users } from '#schema/people.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { importingAttendees } from '#tests/support/importing-attendees.ts'

const email = 'ana@example.com'
const known = { firstName: 'Ana', lastName: 'García López', company: 'Karoo', jobTitle: '' }
const listed = { firstName: 'Anna', lastName: 'Garcia', email, company: 'Harbour', jobTitle: 'CEO' }

async function stage() {
  const app = await importingAttendees()
  await buildPerson(app.db, { ...known, email })
  const send = async (attendees: object[], rest: object) =>
    (await app.admin.call(importAttendees, { body: { attendees, ...rest } })).body
  const preview = async (attendees: object[], rest: object) =>
    (await app.admin.call(previewAttendees, { body: { attendees, ...rest } })).body
  const stored = async () => {
    const [person] = await app.db.select().from(users)
    return [person?.firstName, person?.lastName, person?.company, person?.jobTitle]
  }
  return { ...app, send, preview, stored }
}

test('an import keeps known values on request and fills in empty ones', async () => {
  const { send, stored } = await stage()
  expect(await send([listed], { keepKnown: true })).toMatchObject({ imported: 0, updated: 1 })
  expect(await stored()).toEqual(['Ana', 'García López', 'Karoo', 'CEO'])
})

test('an import without the field replaces known values', async () => {
  const { send, stored } = await stage()
  expect(await send([listed], {})).toMatchObject({ imported: 0, updated: 1 })
  expect(await stored()).toEqual(['Anna', 'Garcia', 'Harbour', 'CEO'])
})

test('the preview names each field in which a list differs, and whether it is replaced', async () => {
  const { preview } = await stage()
  const [kept] = (await preview([listed], { keepKnown: true })).rows
  expect(kept?.differences).toEqual([
    { field: 'name', known: 'Ana García López', listed: 'Anna Garcia', isReplaced: false },
    { field: 'company', known: 'Karoo', listed: 'Harbour', isReplaced: false },
    { field: 'jobTitle', known: '', listed: 'CEO', isReplaced: true },
  ])
  const [replaced] = (await preview([listed], {})).rows
  expect(replaced?.differences.map(({ isReplaced }) => isReplaced)).toEqual([true, true, true])
})

test('a whole name is split for new people only, and one word is enough', async () => {
  const { db, send, preview, stored } = await stage()
  const again = { fullName: 'ana  garcía lópez', email }
  expect((await preview([again], {})).rows[0]?.differences).toEqual([])
  expect(await send([again], {})).toMatchObject({ updated: 1, errors: [] })
  expect(await stored()).toEqual(['Ana', 'García López', 'Karoo', ''])
  const others = [
    { fullName: 'Dr. Ruth Okafor, PhD', email: 'ruth@example.com' },
    { fullName: 'Madonna', email: 'madonna@example.com' },
    { fullName: ' ', email: 'nobody@example.com' },
  ]
  const { imported, errors } = await send(others, {})
  expect([imported, errors]).toEqual([
    2,
    [
      'Row 3: First name is required, found an empty cell; Last name is required, found an empty cell',
    ],
  ])
  const names = (await db.select().from(users)).map(({ firstName, lastName }) => [
    firstName,
    lastName,
  ])
  expect(names).toEqual(
    expect.arrayContaining([
      ['Ruth', 'Okafor'],
      ['Madonna', ''],
    ]),
  )
})

test('two rows on one address: the first stays on request, otherwise the last replaces it', async () => {
  const { db, send } = await stage()
  const pair = (address: string) => [
    { firstName: 'Ruth', lastName: 'Okafor', email: address },
    { firstName: 'Pat', lastName: 'Kelly', email: address, company: 'Quay' },
  ]
  await send(pair('kept@example.com'), { keepKnown: true })
  await send(pair('last@example.com'), {})
  const rows = await db.select().from(users)
  const find = (address: string) => rows.find((row) => row.email === address)
  expect(find('kept@example.com')).toMatchObject({ firstName: 'Ruth', company: 'Quay' })
  expect(find('last@example.com')).toMatchObject({ firstName: 'Pat', company: 'Quay' })
})

test('every row has a result on request', async () => {
  const { db, send } = await stage()
  const { id } = await buildEvent(db)
  const seat = { ...listed, eventIdentifier: String(id) }
  const fresh = { firstName: 'Zoë', lastName: 'Dube', email: 'zoe@example.com', line: 9 }
  const rows = [
    { ...seat, line: 4 },
    { ...seat, line: 5 },
    fresh,
    { ...fresh, email: '@', line: 10 },
  ]
  const first = await send(rows, { keepKnown: true, withRows: true })
  expect(first.rows).toEqual([
    { row: 4, result: 'updated' },
    { row: 5, result: 'unchanged' },
    { row: 9, result: 'imported' },
  ])
  const again = await send(rows, { keepKnown: true, withRows: true })
  expect(again.rows?.map(({ result }) => result)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect((await send(rows, {})).rows).toBeUndefined()
})
