import { expect, test } from 'vitest'
import { undoImportBatch, importAttendees } from '#features/imports/contract.ts'
import { previewStatusChanges } from '#features/event-mails/contract.ts'
import { sendConfirmations } from '#features/imports/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

/** Creates an organiser who imports people for an event, each time as a new batch. */
async function importing() {
  const stage = await mailStage()
  const { id } = await stage.build()
  async function importAt(instant: string, ...people: string[]) {
    stage.clock.set(instant)
    const admin = await stage.asAdmin()
    const attendees = people.map((name) => ({
      firstName: name,
      lastName: 'Nkosi',
      email: `${name}@example.com`,
      eventIdentifier: String(id),
    }))
    const batchId = `of-${people[0]}`
    const body = { attendees, batchId }
    expect((await admin.call(importAttendees, { body })).body.errors).toEqual([])
    return { admin, batchId }
  }
  const cancel = (instant: string) => stage.edit(id, { cancelledAt: new Date(instant) })
  return { ...stage, id, importAt, cancel }
}

test('people imported into a cancelled event get no email, and the import can be undone', async () => {
  const { id, register, cancel, at, importAt } = await importing()
  await register('zola', id)
  await at('2026-12-01T08:00:00Z')
  await cancel('2026-12-01T08:30:00Z')
  expect(await at('2026-12-01T08:30:05Z')).toEqual(['zola: Cancelled'])
  const { admin, batchId } = await importAt('2026-12-01T09:00:00Z', 'lerato', 'zola')
  expect(await at('2026-12-01T09:00:05Z')).toEqual([])
  expect(await at('2026-12-01T09:30:00Z')).toEqual([])
  const undone = await admin.call(undoImportBatch, { params: { id: batchId }, body: {} })
  expect(undone.status).toBe(200)
})

test('imported people receive a cancellation only if they received an email about the event', async () => {
  const { id, cancel, at, importAt } = await importing()
  await importAt('2026-12-01T08:00:00Z', 'lerato')
  const { admin, batchId } = await importAt('2026-12-01T09:00:00Z', 'sipho')
  await admin.call(sendConfirmations, { body: { batchId } })
  expect(await at('2026-12-01T09:00:30Z')).toEqual(['sipho: Your seat is confirmed'])
  const preview = await admin.call(previewStatusChanges, { params: { id }, body: {} })
  const { consequences } = preview.body.moves.find(({ move }) => move === 'cancel')!
  expect(consequences.join(' ')).toContain(
    '1 registered person gets a cancellation email that also cancels the calendar entry. 1 imported person never got an email about the event and gets none now.',
  )
  await cancel('2026-12-01T09:01:00Z')
  expect(await at('2026-12-01T09:04:30Z')).toEqual([])
  expect(await at('2026-12-01T09:05:30Z')).toEqual(['sipho: Cancelled'])
  expect(await at('2026-12-01T10:00:00Z')).toEqual([])
})
