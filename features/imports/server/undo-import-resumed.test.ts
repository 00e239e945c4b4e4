// @module-tag postgres
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listImportBatches, sendConfirmations } from '#features/imports/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { importBatchChanges } from '#schema/imports.ts'
import { users } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { dump, importedBatch, row } from '#tests/support/imported-batch.ts'

const many = 700
const email = (number: number) => `p${number}@example.com`

/** Returns an import of 700 people whose undo failed at the second to last person. */
async function halfUndone() {
  const stage = await importedBatch()
  const { admin, event, db } = stage
  const people = Array.from({ length: many }, (_, number) =>
    row(`P${number}`, { eventIdentifier: String(event.id) }),
  )
  const sent = await stage.send(people, 'batch-1', 2001)
  expect(sent.body).toMatchObject({ imported: many, eventRegistrations: many })
  expect(await stage.undoHalfway(`old.email = '${email(many - 2)}'`)).toBe(500)
  const [batch] = (await admin.call(listImportBatches)).body
  return { ...stage, batch: batch!, left: await db.$count(users) }
}

test('an undo that ends halfway says so, lets nothing follow, and is finished by the same call', async () => {
  const stage = await halfUndone()
  const { admin, batch, before, db, send, undo } = stage
  expect(batch).toMatchObject({ undoBeganAt: '2026-12-01T08:00:00.000Z', undoneAt: null })
  expect(batch.removed).toBeGreaterThan(0)
  expect(stage.left).toBeGreaterThan(before.users.length)
  expect(stage.left).toBeLessThan(many)
  // The remaining person still has all of their rows.
  const lone = await db
    .select()
    .from(users)
    .where(
      sql`email like 'p%@example.com' and not exists (
        select from event_registrations r where r.user_id = users.id)`,
    )
  expect(lone).toEqual([])
  expect((await send([row('Late')])).status).toBe(409)
  const told = await admin.call(sendConfirmations, { body: { batchId: 'batch-1' } })
  expect(told.status).toBe(409)

  const undone = await undo()
  expect([undone.status, undone.body.message]).toEqual([200, undefined])
  expect(undone.body).toMatchObject({ removed: 4 + 2 * many, restored: 3, left: 0 })
  expect(await dump(db)).toEqual(before)
  expect(await db.$count(importBatchChanges)).toBe(0)
  const acts = await db.select().from(auditLog).where(eq(auditLog.action, 'import_undone'))
  expect(acts).toMatchObject([{ details: { removed: 4 + 2 * many, restored: 3 } }])
  expect((await undo()).status).toBe(409)
})

test('people active since a partly undone import are kept when their number is confirmed', async () => {
  const stage = await halfUndone()
  const { before, call, db, send, undo, undoLeaving } = stage
  const moved = [email(many - 1), email(many - 2)]
  const other = await buildEvent(db)
  const body = registrationBody({ email: moved[0], eventIds: [other.id] })
  expect((await call(registerForEvents, { body })).status).toBe(200)
  expect((await send([row(`P${many - 2}`)], 'batch-2')).status).toBe(200)
  const kept = await db
    .select()
    .from(users)
    .where(sql`email in (${moved[0]}, ${moved[1]})`)

  const refused = await undo()
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { blockerCount: 2, others: stage.left - before.users.length - 2 },
  ])
  expect(await db.$count(users)).toBe(stage.left)
  const undone = await undoLeaving(2)
  expect([undone.status, undone.body]).toMatchObject([200, { left: 2 }])
  expect(undone.body.removed).toBe(4 + 2 * (many - 2))
  const now = await dump(db)
  expect(now.users).toEqual([...before.users, ...kept])
  expect(now.seats.length).toBe(before.seats.length + 3)
})

test('a call that left people and ended halfway is repeated word for word', async () => {
  const { db, undoLeaving, undoHalfway } = await importedBatch()
  await db.update(users).set({ company: 'Elsewhere' }).where(eq(users.email, 'zola@example.com'))
  expect(await undoHalfway('true', 1)).toBe(500)
  expect((await undoLeaving(2)).status).toBe(409)
  expect(await undoLeaving(1)).toMatchObject({ status: 200, body: { left: 1 } })
  expect(await db.$count(eventRegistrations)).toBe(2)
})
