import { expect, test } from 'vitest'
import { getDropOff } from '#features/reports/contract.ts'
import { putTranscript } from '#features/transcripts/contract.ts'
import { sessionWatchProgress, watchProgress } from '#schema/library.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function stage() {
  const app = await testApp()
  const event = await buildRecording(app.db)
  const admin = await app.asAdmin()
  const params = { id: event.id }
  const seen = (number: number, watched: string) => ({
    email: `viewer${number}@example.com`,
    eventId: event.id,
    watched,
    position: 0,
    duration: 600,
  })
  return { ...app, event, admin, params, seen }
}

test('the curve counts each email once, verified or not, and nothing that is not stored', async () => {
  const { db, admin, params, seen } = await stage()
  await db.insert(watchProgress).values([seen(1, '{[0,40)}'), seen(2, '{[0,10),[20,30)}')])
  await db
    .insert(sessionWatchProgress)
    .values([seen(1, '{[20,60)}'), seen(3, '{[0,10)}'), seen(3, '{[5,10)}'), seen(4, '{}')])
  const { body } = await admin.call(getDropOff, { params })
  expect(body).toMatchObject({ viewers: 3, duration: 600 })
  expect(body.curve).toEqual([
    { from: 0, viewers: 3 },
    { from: 50, viewers: 1 },
    { from: 100, viewers: 2 },
    { from: 150, viewers: 1 },
    { from: 300, viewers: 0 },
  ])
})

test('the steepest drop shows its transcript, and rewatched parts are marked', async () => {
  const { db, admin, params, seen } = await stage()
  const stay = Array.from({ length: 8 }, (_, number) => seen(number, '{[0,20),[60,66)}'))
  await db.insert(watchProgress).values([...stay, seen(90, '{[0,118)}'), seen(91, '{[0,118)}')])
  const text =
    '[0:00] Amara: Welcome\n[1:35] Amara: Now the tax law of 1997\n[2:20] Onwards\n[5:00] The end'
  await admin.call(putTranscript, { params, body: { text } })
  const { body } = await admin.call(getDropOff, { params })
  expect(body.steepest).toMatchObject({ before: 10, after: 2 })
  expect(body.steepest!.from).toBeLessThan(100)
  expect(body.steepest!.to).toBeGreaterThanOrEqual(100)
  expect(body.steepest!.said).toContainEqual(
    expect.objectContaining({ speaker: 'Amara', text: 'Now the tax law of 1997' }),
  )
  expect(body.peaks).toEqual([{ from: 300, to: 330, viewers: 10 }])
})

test('an unwatched recording has no curve, and an unknown one is not found', async () => {
  const { admin, params } = await stage()
  const { body } = await admin.call(getDropOff, { params })
  expect(body).toMatchObject({ viewers: 0, curve: [], peaks: [], steepest: null })
  expect((await admin.call(getDropOff, { params: { id: 999_999 } })).status).toBe(404)
})
