import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { saveWatchProgress } from '#features/library/contract.ts'
import {
  getMemberTranscript,
  getTranscript,
  putTranscript,
  changeTranscript,
  deleteTranscript,
  putChapters,
} from '#features/transcripts/contract.ts'
import { transcriptPassages, transcripts } from '#schema/transcripts.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { cues, text, transcriptStage } from '#tests/support/transcript-stage.ts'

test('a transcript is given, understood, and shown to members at once', async () => {
  const { admin, member, params } = await transcriptStage()
  const answer = await admin.call(putTranscript, {
    params,
    body: { text, fileName: 'last mile.vtt' },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    lines: 2,
    speakers: ['Amara Dike', 'Zoë Marchetti'],
    minutes: 1,
    droppedRepeats: 0,
    warnings: [],
    language: 'en',
    shiftMs: 0,
    fileName: 'last mile.vtt',
    isPublic: false,
    first: cues,
    last: [],
  })
  const shown = await member.call(getMemberTranscript, { params })
  expect([shown.status, shown.body]).toEqual([200, { cues, chapters: [] }])
  expect((await admin.call(getTranscript, { params })).body).toEqual({
    transcript: answer.body,
    chapters: [],
    draft: null,
  })
})

test('clients that accept Brotli get the stored bytes', async () => {
  const { admin, member, event, params, kept } = await transcriptStage()
  await admin.call(putTranscript, { params, body: { text } })
  const response = await member.send({
    url: `/api/members/videos/${event.id}/transcript`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' })
  const [[row]] = (await kept()) as [[typeof transcripts.$inferSelect]]
  expect(response.rawPayload.equals(row.answer)).toBe(true)
  expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toEqual({
    cues,
    chapters: [],
  })
})

test('a dry run answers the preview and writes nothing', async () => {
  const { admin, event, member, params, kept } = await transcriptStage()
  const before = await kept()
  for (const [path, body, preview] of [
    ['transcript', { text, shiftMs: -1000 }, { first: [{ start: 0.5 }, {}] }],
    ['chapters', { text: '00:00 Welcome' }, { chapters: [{ start: 0 }] }],
  ] as const) {
    const response = await admin.send({
      method: 'PUT',
      url: `/api/admin/events/${event.id}/${path}?dryRun=1`,
      payload: body,
    })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject(preview)
  }
  expect(await kept()).toEqual(before)
  expect((await member.call(getMemberTranscript, { params })).body).toEqual({
    cues: [],
    chapters: [],
  })
})

test.each([
  ['', 'The text is empty'],
  [' \n ', 'The text is empty'],
  ['Words without any time.', expect.stringContaining('This is not a transcript')],
  ['PK\u0003\u0004 \u0014 word/document.xml', expect.stringContaining('This is a Word file')],
  ['WEBVTT\n\n1\n', expect.stringContaining('This is not a transcript')],
])('the text %j is refused and changes nothing', async (unreadable, message) => {
  const { admin, params, kept } = await transcriptStage()
  await admin.call(putTranscript, { params, body: { text } })
  const before = await kept()
  const answer = await admin.call(putTranscript, { params, body: { text: unreadable } })
  expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'text', message }]])
  expect(await kept()).toEqual(before)
})

test('two megabytes are taken, whatever they are escaped as, and more is refused', async () => {
  const { admin, params, kept } = await transcriptStage()
  const line = '00:01 "\u0001\u0001\u0001\u0001\u0001 \\\\\\\\ é\n'
  const bytes = 2 * 1024 * 1024
  const most = `${line.repeat(Math.floor((bytes - 20) / Buffer.byteLength(line)))}\n`
  const whole = most + ' '.repeat(bytes - Buffer.byteLength(most))
  expect((await admin.call(putTranscript, { params, body: { text: `${whole}x` } })).status).toBe(
    413,
  )
  expect((await kept())[1]).toBe(0)
  const huge = await admin.call(putTranscript, { params, body: { text: 'x'.repeat(20_000_000) } })
  expect(huge.status).toBe(413)
  const { status, body } = await admin.call(putTranscript, { params, body: { text: whole } })
  expect([status, body.lines]).toEqual([200, 1])
}, 120_000)

test.each([
  ['shiftMs', { text, shiftMs: 1.5 }],
  ['shiftMs', { text, shiftMs: 86_400_000 }],
  ['language', { text, language: 'English please' }],
  ['text', { text: 7 }],
  ['text', {}],
  ['isPublic', { text, isPublic: 'yes' }],
])('a wrong %s is refused by its name: %j', async (field, body) => {
  const { admin, params, kept } = await transcriptStage()
  const answer = await admin.call(putTranscript, { params, body })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  expect((await kept())[1]).toBe(0)
})

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

test('chapters are read from descriptions, shown beside the lines, and removed', async () => {
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
  const warnings = [
    'Line 1 is not a chapter and is skipped: “What we speak of:”.',
    'Line 6 is not a chapter and is skipped: “Bye”.',
  ]
  expect(answer.body).toEqual({ chapters: wanted, warnings })
  const long = [
    '0:00 Welcome',
    ...Array.from({ length: 9 }, (_, at) => `${at}.30 ${'x'.repeat(99)}`),
  ]
  const unread = await admin.call(putChapters, { params, body: { text: long.join('\n') } })
  expect(unread.body.warnings).toHaveLength(6)
  expect(unread.body.warnings[0]).toMatch(/^Line 2 is not a chapter .* “0\.30 x{55}…”\.$/)
  expect(unread.body.warnings[5]).toBe('4 more lines are not chapters and are skipped.')
  await admin.call(putChapters, { params, body: { text: description } })
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
    'The last line ends at 1 min 0 s, but the recording continues until 10 min 0 s.',
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

test('the transcript parsed on saving is used afterwards, and not parsed again', async () => {
  const { admin, db, member, params } = await transcriptStage()
  const given = await admin.call(putTranscript, { params, body: { text } })
  await db.update(transcripts).set({ source: 'no line of this can be read' })
  expect((await admin.call(getTranscript, { params })).body.transcript).toEqual(given.body)
  const opened = { language: 'de', isPublic: true }
  const changed = await admin.call(changeTranscript, { params, body: opened })
  expect([changed.status, changed.body]).toEqual([200, { ...given.body, ...opened }])
  const found = await db
    .selectDistinct({ config: transcriptPassages.config })
    .from(transcriptPassages)
  expect(found).toEqual([{ config: 'german' }])
  expect((await member.call(getMemberTranscript, { params })).body.cues).toEqual(cues)
})

test('warnings of a transcript are shown again later', async () => {
  const { admin, params } = await transcriptStage()
  const early = '[00:00] Early\n[00:10] Amara: Good morning\n[00:20] Zoë: Hello'
  const given = await admin.call(putTranscript, { params, body: { text: early, shiftMs: -12_000 } })
  expect(given.body.warnings).toEqual([expect.stringContaining('would be before the start')])
  expect((await admin.call(getTranscript, { params })).body.transcript).toEqual(given.body)
})

test.for([
  ['a name that never ends', `00:00:01.000 --> 00:00:02.000\n<v${' '.repeat(100_000)}`],
  ['one line of a hundred thousand', `00:00:01.000 --> 00:00:02.000\n${'a\n'.repeat(100_000)}`],
  ['marks without a letter', `00:01 a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`],
])('a file with %s is read, shown and searched', async ([, hostile]) => {
  const { admin, member, params } = await transcriptStage()
  const answer = await admin.call(putTranscript, { params, body: { text: hostile! } })
  expect([answer.status, answer.body.lines]).toEqual([200, 1])
  expect((await admin.call(getTranscript, { params })).body.transcript).toEqual(answer.body)
  expect((await member.call(getMemberTranscript, { params })).body.cues).toHaveLength(1)
})

test('lines that are left out are listed with their number and reason, before and after saving', async () => {
  const { admin, event, params } = await transcriptStage()
  const body = { text: 'Sample evening\n00:01 Amara: Hello.\nTranscribed by https://otter.ai' }
  const skipped = {
    count: 2,
    lines: [
      { line: 1, text: 'Sample evening', reason: 'Before the first time.' },
      {
        line: 3,
        text: 'Transcribed by https://otter.ai',
        reason: 'Not spoken: added by a program.',
      },
    ],
  }
  const looked = await admin.send({
    method: 'PUT',
    url: `/api/admin/events/${event.id}/transcript?dryRun=1`,
    payload: body,
  })
  expect(looked.json()).toMatchObject({ lines: 1, skipped })
  await admin.call(putTranscript, { params, body })
  const { body: known } = await admin.call(getTranscript, { params })
  expect(known.transcript).toMatchObject({ lines: 1, skipped })
})
