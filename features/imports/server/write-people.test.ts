import { expect, test } from 'vitest'
import { importAttendees, importVideoAccess, undoImportBatch } from '#features/imports/contract.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function adminStage() {
  const app = await testApp()
  const admin = await app.asAdmin()
  const undo = (id: string) => admin.call(undoImportBatch, { params: { id }, body: {} })
  return { ...app, admin, undo }
}

test('a list of viewers stays as long as another list names them', async () => {
  const { admin, db, undo } = await adminStage()
  const emails = [{ email: 'zola@example.com' }]
  for (const batchId of ['one', 'two']) {
    await admin.call(importVideoAccess, { body: { emails, batchId } })
  }
  const blocked = await undo('one')
  expect([blocked.status, blocked.body.message]).toEqual([
    409,
    'This import cannot be undone as a whole: zola@example.com is in a later import. Repeat with ?leave=1 to leave them as they are.',
  ])
  expect(await db.$count(videoAccess)).toBe(1)
  expect((await undo('two')).body).toMatchObject({ removed: 0, restored: 0 })
  expect((await undo('one')).body).toMatchObject({ removed: 1, restored: 0 })
  expect(await db.$count(videoAccess)).toBe(0)
})

test('a list of attendees stays as long as another list names their seats, changed in parts or not', async () => {
  const { admin, clock, db, undo } = await adminStage()
  const event = await buildEvent(db)
  const zola = { firstName: 'Zola', lastName: 'Nkosi', email: 'zola@example.com' }
  const seat = { ...zola, eventIdentifier: String(event.id) }
  const send = (batchId: string, attendee: object) =>
    admin.call(importAttendees, { body: { attendees: [attendee], batchId } })
  await send('one', seat)
  clock.set(new Date(clock.now().getTime() + 60_000))
  // The first part changes nothing; the second adds a job title.
  expect((await send('two', seat)).body).toMatchObject({ imported: 0, updated: 1 })
  await send('two', { ...seat, company: 'Karoo Ltd' })
  const blocked = await undo('one')
  expect([blocked.status, blocked.body.message]).toEqual([
    409,
    expect.stringContaining('zola@example.com'),
  ])
  expect((await undo('two')).body).toMatchObject({ removed: 0, restored: 1 })
  expect(await db.select({ company: users.company }).from(users)).toEqual([{ company: '' }])
  expect((await undo('one')).status).toBe(200)
  expect([await db.$count(users), await db.$count(eventRegistrations)]).toEqual([0, 0])
})
