import { expect, test } from 'vitest'
import { listWatchProgress, saveWatchProgress } from '#features/library/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import type { Db } from '#platform/db/open.ts'
import { sessionWatchProgress, watchProgress } from '#schema/library.ts'
import { buildEvent, buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

async function memberAndRecording() {
  const app = await testApp()
  const person = await buildPerson(app.db)
  const recording = await buildRecording(app.db)
  return { ...app, recording, member: await app.asMember(person.email) }
}

/** Returns a call that saves progress of this recording. */
function sent(videoId: number) {
  return { body: { videoId, position: 100, duration: 200, ranges: [[0, 1]] } }
}

async function expectNothingKept(db: Db) {
  expect(await db.$count(watchProgress)).toBe(0)
  expect(await db.$count(sessionWatchProgress)).toBe(0)
}

test.each([
  ['upcoming', {}],
  ['completed, its recording not ready', { status: 'completed', recordingReady: false }],
] as const)('an event that is %s is answered 404 and nothing is kept', async (_, fields) => {
  const { db, member } = await memberAndRecording()
  const event = await buildEvent(db, { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', ...fields })
  expect((await member.call(saveWatchProgress, sent(event.id))).status).toBe(404)
  expect((await member.call(saveWatchProgress, sent(999_999))).status).toBe(404)
  await expectNothingKept(db)
})

test.each([
  ['videoId', { videoId: '1' }],
  ['videoId', { videoId: 2 ** 31 }],
  ['position', { position: -1 }],
  ['position', { position: 201 }],
  ['position', { position: 'NaN' }],
  ['duration', { duration: 0 }],
  ['duration', { duration: longestRecording + 1 }],
  ['duration', { duration: null }],
  ['ranges', { ranges: [[0, 41]] }],
  ['ranges.0', { ranges: [[3, 3]] }],
  ['ranges.0', { ranges: [[5, 2]] }],
  ['ranges.0.0', { ranges: [[-1, 2]] }],
  ['ranges.0.1', { ranges: [[0, 1.5]] }],
  ['ranges.0.0', { ranges: [['0,1),[2', 3]] }],
  ['ranges', { ranges: Array.from({ length: 201 }, () => [0, 1]) }],
  ['ranges', { ranges: '{[0,3)}' }],
])('a hostile %s is refused by its name: %j', async (field, hostile) => {
  const { db, recording, member } = await memberAndRecording()
  const body = { videoId: recording.id, position: 0, duration: 200, ranges: [], ...hostile }
  const answer = await member.call(saveWatchProgress, { body })
  expect(answer.status).toBe(400)
  expect(answer.body.errors?.map((error) => error.field)).toContain(field)
  await expectNothingKept(db)
})

test('a body that is too large is refused', async () => {
  const { member } = await memberAndRecording()
  const body = { ranges: 'x'.repeat(20_000) }
  expect((await member.call(saveWatchProgress, { body })).status).toBe(413)
})

test('an administrator without an email sees nothing and has nowhere to keep it', async () => {
  const { db, asAdmin } = await testApp()
  const recording = await buildRecording(db)
  const admin = await asAdmin()
  expect((await admin.call(listWatchProgress)).body.progress).toEqual([])
  expect((await admin.call(saveWatchProgress, sent(recording.id))).status).toBe(401)
})
