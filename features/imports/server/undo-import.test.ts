import { expect, test } from 'vitest'
import { importVideoAccess, listImportBatches } from '#features/imports/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { logInWithEmail } from '#features/sign-in/contract.ts'
import { importBatchChanges } from '#schema/imports.ts'
import { users } from '#schema/people.ts'
import { auditLog } from '#schema/platform.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { dump, importedBatch, row } from '#tests/support/imported-batch.ts'

test('a batch of several parts is listed once, with their sum and who imported it', async () => {
  const { admin, event, first, second } = await importedBatch()
  expect(first.body).toMatchObject({ imported: 2, updated: 1, eventRegistrations: 1, videoOnly: 0 })
  expect(second.body.errors).toEqual([expect.stringMatching(/^Row 1002: /)])
  expect((await admin.call(listImportBatches)).body).toEqual([
    {
      id: 'batch-1',
      kind: 'attendees',
      username: 'organiser',
      fileName: null,
      events: [{ id: event.id, title: 'Harbour lights' }],
      rows: 5,
      imported: 2,
      updated: 2,
      videoOnly: 1,
      eventRegistrations: 1,
      duplicates: 0,
      failed: 1,
      startedAt: '2026-12-01T08:00:00.000Z',
      undoBeganAt: null,
      removed: 0,
      restored: 0,
      undoneAt: null,
      undoneBy: null,
    },
  ])
})

test('a batch undone leaves every table as it was before', { tags: 'postgres' }, async () => {
  const { admin, db, before, undo, send } = await importedBatch()
  expect(await dump(db)).not.toEqual(before)
  const undone = await undo()
  expect([undone.status, undone.body.message]).toEqual([200, undefined])
  expect(undone.body).toMatchObject({ removed: 4, restored: 3, batch: { undoneBy: 'organiser' } })
  expect(await dump(db)).toEqual(before)
  expect(await db.$count(importBatchChanges)).toBe(0)
  expect((await undo()).status).toBe(409)
  const late = await send([row('Late')])
  expect([late.status, late.body.message]).toEqual([409, 'This import has already been undone'])
  expect(await dump(db)).toEqual(before)
  const log = await db.select().from(auditLog).orderBy(auditLog.id)
  expect(log.map(({ action }) => action)).toEqual(['sign_in', 'import', 'import_undone'])
  expect((await admin.call(listImportBatches)).body[0]?.undoneAt).toBe('2026-12-01T08:00:00.000Z')
})

test('a call without a batch id is its own batch', async () => {
  const { admin, db, undo } = await importedBatch()
  const before = await dump(db)
  const emails = [{ email: 'one@example.com' }, { email: 'thabo@example.com' }]
  await admin.call(importVideoAccess, { body: { emails } })
  const [latest] = (await admin.call(listImportBatches)).body.filter(
    ({ kind }) => kind === 'video_access',
  )
  expect(latest).toMatchObject({ rows: 2, imported: 1, duplicates: 1 })
  expect((await undo(latest!.id)).status).toBe(200)
  expect(await dump(db)).toEqual(before)
})

type Use = (app: Awaited<ReturnType<typeof importedBatch>>) => Promise<unknown>
const uses: [string, Use, string][] = [
  [
    'has signed in to the library',
    ({ newCaller }) => newCaller().call(logInWithEmail, { body: { email: 'zola@example.com' } }),
    'zola@example.com has signed in to the library since',
  ],
  [
    'was changed',
    ({ db }) => db.update(users).set({ company: 'Elsewhere' }),
    'known@example.com was changed since',
  ],
  [
    'has registered for another event',
    async ({ db, call }) => {
      const other = await buildEvent(db)
      const body = registrationBody({ email: 'zola@example.com', eventIds: [other.id] })
      expect((await call(registerForEvents, { body })).status).toBe(200)
    },
    'zola@example.com',
  ],
  [
    'is in a later import',
    async ({ db, send }) => {
      const other = await buildEvent(db)
      const later = [row('Zola', { eventIdentifier: String(other.id) })]
      expect((await send(later, 'batch-2')).status).toBe(200)
    },
    'zola@example.com has registered for an event since',
  ],
]

test.for(uses)('a batch is not undone once somebody in it %s', async ([, use, reason]) => {
  const app = await importedBatch()
  await use(app)
  const now = await dump(app.db)
  const refused = await app.undo()
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain(reason)
  expect(refused.body).toMatchObject({ blockerCount: expect.any(Number) })
  expect(await dump(app.db)).toEqual(now)
})

test('a batch can be undone once the later one that used it is', async () => {
  const { db, before, send, undo } = await importedBatch()
  await send([row('Zola', { company: 'Third Ltd' })], 'batch-2')
  expect((await undo()).status).toBe(409)
  expect((await undo('batch-2')).status).toBe(200)
  expect((await undo()).status).toBe(200)
  expect(await dump(db)).toEqual(before)
})

test('an unknown batch is not found, and one of another kind is refused', async () => {
  const { admin, undo } = await importedBatch()
  expect((await undo('never')).status).toBe(404)
  const emails = [{ email: 'one@example.com' }]
  const mixed = await admin.call(importVideoAccess, { body: { emails, batchId: 'batch-1' } })
  expect(mixed.status).toBe(409)
})

test('a refused undo names the later import in the way, and once that is undone it goes', async () => {
  const app = await importedBatch()
  app.clock.set(new Date(app.clock.now().getTime() + 60_000))
  const other = await buildEvent(app.db)
  const later = [row('Zola', { eventIdentifier: String(other.id) })]
  expect((await app.send(later, 'batch-2', 1, 'late.csv')).status).toBe(200)
  const refused = await app.undo()
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ later: { id: 'batch-2', fileName: 'late.csv' } })
  expect((await app.undo('batch-2')).status).toBe(200)
  expect((await app.undo()).status).toBe(200)
})
