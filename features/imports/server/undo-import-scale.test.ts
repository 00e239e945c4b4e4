// @module-tag postgres
import { expect, test } from 'vitest'
import { undoImportBatch, importAttendees } from '#features/imports/contract.ts'
import { importBatchChanges } from '#schema/imports.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'

const rows = 6000

test(
  'a long list in many parts is undone whole by one call, in portions',
  { timeout: 180_000 },
  async () => {
    const { db, admin } = await importingAttendees()
    const event = await buildEvent(db, { title: 'The Last Mile' })
    const known = await buildPerson(db, { email: 'person7@example.com', company: 'Old Co' })
    for (let firstRow = 1; firstRow < rows; firstRow += 1000) {
      const attendees = Array.from({ length: 1000 }, (_, row) => ({
        ...lindiwe,
        email: `person${firstRow + row}@example.com`,
        eventIdentifier: row % 2 ? event.title : undefined,
        company: 'New Co',
      }))
      const body = { attendees, batchId: 'long', firstRow }
      expect((await admin.call(importAttendees, { body })).body.errors).toEqual([])
    }
    expect(await db.$count(users)).toBe(rows)
    const undone = await admin.call(undoImportBatch, { params: { id: 'long' }, body: {} })
    expect(undone.body).toMatchObject({ removed: 2 * rows - 1, restored: 1, batch: { rows } })
    expect(await db.select().from(users)).toEqual([known])
    expect(await db.$count(eventRegistrations)).toBe(0)
    expect(await db.$count(videoAccess)).toBe(0)
    expect(await db.$count(importBatchChanges)).toBe(0)
  },
)
