import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { importBatchChanges } from '#schema/imports.ts'
import { users } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { videoAccess } from '#schema/registrations.ts'
import { dump, importedBatch, row } from '#tests/support/imported-batch.ts'

test(
  'the others are taken back once the number of those who moved on is repeated',
  { tags: 'postgres' },
  async () => {
    const { db, undo, undoLeaving, before, newCaller } = await importedBatch()
    await newCaller().call(logInWithEmail, { body: { email: 'zola@example.com' } })
    const zola = {
      name: 'Zola Dlamini',
      email: 'zola@example.com',
      personKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      reason: 'has signed in to the library since',
    }
    const refused = await undo()
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { blockers: [zola], blockerCount: 1, others: 2 },
    ])
    for (const wrong of [2, 3]) {
      const still = await undoLeaving(wrong)
      expect([still.status, still.body]).toMatchObject([409, { blockerCount: 1, others: 2 }])
    }
    expect((await undoLeaving('some')).status).toBe(400)
    const imported = await dump(db)
    // Meanwhile another person's row changes, so the number that was read is outdated.
    await db.update(users).set({ jobTitle: 'Pilot' }).where(eq(users.email, 'thabo@example.com'))
    const late = await undoLeaving(1)
    expect([late.status, late.body]).toMatchObject([409, { blockerCount: 2, others: 1 }])
    expect(late.body.blockers).toHaveLength(2)
    await db.update(users).set({ jobTitle: '' }).where(eq(users.email, 'thabo@example.com'))
    expect(await dump(db)).toEqual(imported)

    const undone = await undoLeaving(1)
    expect([undone.status, undone.body]).toMatchObject([200, { left: 1 }])
    const now = await dump(db)
    const isZola = ({ email }: { email: string }) => email === zola.email
    const [{ id } = { id: 0 }] = now.users.filter(isZola)
    expect(now.users.filter(isZola)).toEqual(imported.users.filter(isZola))
    expect(now.seats.filter(({ userId }) => userId === id)).toEqual(
      imported.seats.filter(({ userId }) => userId === id),
    )
    expect({
      ...now,
      users: now.users.filter((person) => !isZola(person)),
      seats: now.seats.filter(({ userId }) => userId !== id),
      access: now.access.filter((person) => !isZola(person)),
    }).toEqual(before)
    expect(await db.$count(importBatchChanges)).toBe(0)
    const [act] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(act).toMatchObject({ action: 'import_undone', details: { left: 1 } })
    expect((await undoLeaving(1)).status).toBe(409)
  },
)

test('people are counted once, however many of them moved on in however many ways', async () => {
  const app = await importedBatch()
  const many = Array.from({ length: 1100 }, (_, index) => row(`Person${index}`))
  expect((await app.send(many, 'batch-1', 2001)).status).toBe(200)
  await app.db.update(users).set({ company: 'Elsewhere' })
  await app.db.update(videoAccess).set({ company: 'Elsewhere' })
  const refused = await app.undo()
  expect(refused.body).toMatchObject({ blockerCount: 1103, others: 0 })
  expect(refused.text.match(/"reason"/g)).toHaveLength(50)
})
