import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  importAttendees,
  importVideoAccess,
  listImportBatches,
} from '#features/imports/contract.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { importedBatch, row } from '#tests/support/imported-batch.ts'
import { importingAttendees } from '#tests/support/importing-attendees.ts'

test('an import is listed with the name of its file and the events of all of its parts', async () => {
  const { admin, db, event, send } = await importedBatch()
  const other = await buildEvent(db, { title: 'Opening night' })
  const guests = ' guests of May.csv '
  await send([row('Zola', { eventIdentifier: other.title })], 'batch-2', 1, guests)
  // Sending a part again, and a part with another file name, leave the batch's file name unchanged.
  await send([row('Zola', { eventIdentifier: other.title })], 'batch-2', 1, guests)
  await send([row('Vuyo', { eventIdentifier: 'Harbour lights' })], 'batch-2', 2, 'b.csv')
  await send([row('Nobody', { eventIdentifier: 'No such evening' })], 'batch-2', 1, guests)
  const { body } = await admin.call(listImportBatches)
  expect(body.find(({ id }) => id === 'batch-2')).toMatchObject({
    fileName: 'guests of May.csv',
    events: [
      { id: event.id, title: 'Harbour lights' },
      { id: other.id, title: 'Opening night' },
    ],
    failed: 1,
  })
})

test('pasted lists have no file, and viewer lists no event', async () => {
  const { admin } = await importingAttendees()
  const emails = [{ email: 'viewer@example.com' }]
  for (const [batchId, fileName] of Object.entries({ a: 'viewers.txt', b: '  ', c: null })) {
    const sent = await admin.call(importVideoAccess, { body: { emails, batchId, fileName } })
    expect(sent.status).toBe(200)
  }
  const { body } = await admin.call(listImportBatches)
  expect(Object.fromEntries(body.map((batch) => [batch.id, batch]))).toMatchObject({
    a: { fileName: 'viewers.txt', events: [] },
    b: { fileName: null, events: [] },
    c: { fileName: null, events: [] },
  })
})

test('an invalid file name is rejected, and the call imports no one', async () => {
  const { admin } = await importingAttendees()
  const body = { attendees: [row('Zola')], fileName: 'x'.repeat(256) }
  const refused = await admin.call(importAttendees, { body })
  expect([refused.status, refused.body.message]).toMatchObject([
    400,
    expect.stringContaining('File name may have at most 255 characters'),
  ])
  expect((await admin.call(listImportBatches)).body).toEqual([])
})

test('an undone import keeps its file and its events, by the titles that they have today', async () => {
  const { admin, db, event, send, undo } = await importedBatch()
  const other = await buildEvent(db, { title: 'Opening night' })
  await send([row('Vuyo', { eventIdentifier: other.title })], 'batch-2', 1, 'may.csv')
  const undone = await undo('batch-2')
  expect(undone.body.batch).toMatchObject({
    fileName: 'may.csv',
    events: [{ id: other.id, title: 'Opening night' }],
  })
  await db.update(events).set({ title: 'Harbour nights' }).where(eq(events.id, event.id))
  const { body } = await admin.call(listImportBatches)
  expect(new Set(body.map((batch) => batch.events[0]?.title))).toEqual(
    new Set(['Harbour nights', 'Opening night']),
  )
})
