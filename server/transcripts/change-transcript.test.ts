import { expect, test } from 'vitest'
import { saveWatchProgress } from '#shared/contract/library.ts'
import {
  changeTranscript,
  deleteTranscript,
  getMemberTranscript,
  getTranscript,
  putChapters,
  putTranscript,
} from '#shared/contract/transcripts.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { cues, text, transcriptStage } from '#tests/support/transcript-stage.ts'

test('a transcript is moved and opened later from the text that was kept, and taken away', async () => {
  const { admin, member, params } = await transcriptStage()
  await admin.call(putTranscript, { params, body: { text } })
  const moved = await admin.call(changeTranscript, {
    params,
    body: { shiftMs: 2000, isPublic: true },
  })
  expect(moved.body).toMatchObject({ shiftMs: 2000, isPublic: true, lines: 2 })
  const shown = await member.call(getMemberTranscript, { params })
  expect(shown.body.cues[0]).toMatchObject({ start: 3.5, end: 6 })
  await admin.call(putTranscript, { params, body: { text } })
  expect((await admin.call(getTranscript, { params })).body.transcript).toMatchObject({
    isPublic: true,
    shiftMs: 0,
  })
  expect((await admin.call(deleteTranscript, { params })).status).toBe(200)
  expect((await admin.call(deleteTranscript, { params })).status).toBe(404)
  expect((await member.call(getMemberTranscript, { params })).body.cues).toEqual([])
})

test('chapters are read as they stand in descriptions, shown beside the lines, and taken away', async () => {
  const { admin, member, params } = await transcriptStage()
  await admin.call(putTranscript, { params, body: { text } })
  const description =
    'What we speak of:\n\n0:00 Welcome\n(01:15) - The road\n1:02:05 | Questions\nBye'
  const wanted = [
    { start: 0, title: 'Welcome' },
    { start: 75, title: 'The road' },
    { start: 3725, title: 'Questions' },
  ]
  const answer = await admin.call(putChapters, { params, body: { text: description } })
  expect(answer.body).toEqual({ chapters: wanted, warnings: [] })
  const shown = await member.call(getMemberTranscript, { params })
  expect(shown.body).toEqual({ cues, chapters: wanted })
  const refused = await admin.call(putChapters, { params, body: { text: 'no chapters here' } })
  expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'text'])
  await admin.call(deleteTranscript, { params })
  expect((await member.call(getMemberTranscript, { params })).body.chapters).toEqual(wanted)
  await admin.call(putChapters, { params, body: { text: '' } })
  expect((await member.call(getMemberTranscript, { params })).body.chapters).toEqual([])
})

test('a last line far from the length that players reported is pointed out', async () => {
  const { admin, member, params, event } = await transcriptStage()
  const body = { videoId: event.id, position: 0, duration: 600, ranges: [] }
  await member.call(saveWatchProgress, { body })
  const { body: understood } = await admin.call(putTranscript, { params, body: { text } })
  expect(understood.warnings).toEqual([
    'The last line ends at 1 min 0 s, and the recording goes on until 10 min 0 s.',
  ])
})

test('an interview outside the library and an unknown one have nothing to read', async () => {
  const { admin, member, db } = await transcriptStage()
  const { id } = await buildEvent(db)
  expect((await admin.call(putTranscript, { params: { id }, body: { text } })).status).toBe(200)
  expect((await member.call(getMemberTranscript, { params: { id } })).status).toBe(404)
  const unknown = { params: { id: 999_999 }, body: { text } }
  expect((await admin.call(putTranscript, unknown)).status).toBe(404)
  expect((await admin.call(putChapters, { ...unknown, body: { text: '00:00 A' } })).status).toBe(
    404,
  )
})
