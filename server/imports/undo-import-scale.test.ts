// @module-tag postgres
import { expect, test } from 'vitest'
import { undoImportBatch } from '#shared/contract/import-batches.ts'
import { importAttendees } from '#shared/contract/imports.ts'
import { importBatchChanges } from '#server/db/tables/desk.ts'
import { eventRegistrations, users, videoAccess } from '#server/db/tables/people.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'

/** Without figures for the planner it took more than a minute, and nobody else was served. */
const longest = 30_000

test(
  '20,000 rows in twenty parts are undone at once, and in time',
  { timeout: 180_000 },
  async () => {
    const { db, admin } = await importingAttendees()
    const event = await buildEvent(db, { title: 'The Last Mile' })
    const known = await buildPerson(db, { email: 'person7@example.com', company: 'Old Co' })
    for (let firstRow = 1; firstRow < 20_000; firstRow += 1000) {
      const attendees = Array.from({ length: 1000 }, (_, row) => ({
        ...lindiwe,
        email: `person${firstRow + row}@example.com`,
        eventIdentifier: row % 2 ? event.title : undefined,
        company: 'New Co',
      }))
      const body = { attendees, batchId: 'long', firstRow }
      expect((await admin.call(importAttendees, { body })).body.errors).toEqual([])
    }
    expect(await db.$count(users)).toBe(20_000)
    const from = performance.now()
    const undone = await admin.call(undoImportBatch, { params: { id: 'long' }, body: {} })
    expect(performance.now() - from).toBeLessThan(longest)
    expect(undone.body).toMatchObject({ removed: 39_999, restored: 1, batch: { rows: 20_000 } })
    expect(await db.select().from(users)).toEqual([known])
    expect(await db.$count(eventRegistrations)).toBe(0)
    expect(await db.$count(videoAccess)).toBe(0)
    expect(await db.$count(importBatchChanges)).toBe(0)
  },
)
