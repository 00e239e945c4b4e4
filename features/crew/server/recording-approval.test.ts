import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readGuestRecording } from '#features/crew/contract.ts'
import { putTranscript } from '#features/transcripts/contract.ts'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { mailKinds } from '#main/mail-kinds.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'
import { auditLog } from '#schema/platform.ts'
import { approvalStage, videoUrl } from '#tests/support/approval-stage.ts'
import { buildEvent, buildRecording } from '#tests/support/builders.ts'
import { crewStage } from '#tests/support/crew-stage.ts'

const defaults = { title: '', description: '' }

test('a recording is out once every guest has approved it, and hidden when one withdraws', async () => {
  const { approval, guestOf, isOut, recorded, setNeeded, asAdmin, db } = await approvalStage()
  const event = await buildRecording(db, { needsApproval: true })
  const [ada, ben] = [await guestOf(event.id, 'Ada'), await guestOf(event.id, 'Ben')]
  const admin = await asAdmin()
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAda: Only for us.'
  await admin.call(putTranscript, { params: { id: event.id }, body: { text } })
  expect(await isOut(event.id)).toBe(false)
  expect(await ada.see()).toMatchObject({
    videoUrl,
    isPublished: false,
    answer: null,
    cues: [{ text: 'Only for us.' }],
  })
  expect((await ada.say('publish')).body.recording).toMatchObject({ answer: 'publish' })
  expect(await isOut(event.id)).toBe(false)
  const cuts = [{ from: 725, to: 760, why: 'A name' }]
  expect((await ben.say('cut', { cuts })).status).toBe(200)
  expect(await approval(event.id)).toEqual({
    isNeeded: true,
    state: 'waiting',
    guests: [
      { name: 'Ada Dube', answer: 'publish', answeredAt: '2026-07-01T08:00:00.000Z', cuts: [] },
      { name: 'Ben Dube', answer: 'cut', answeredAt: '2026-07-01T08:00:00.000Z', cuts },
    ],
  })
  expect((await ben.say('publish')).body.recording).toMatchObject({ isPublished: true, cuts: [] })
  expect(await isOut(event.id)).toBe(true)
  await ada.say('not_yet')
  expect(await isOut(event.id)).toBe(false)
  expect(await recorded()).toEqual(['recording.ready person', 'recording.withdrawn person'])
  await setNeeded(event.id, false)
  expect(await isOut(event.id)).toBe(true)
})

test('an approval is of one link: another recording waits again, and an answer for the former one is refused', async () => {
  const { approval, change, db, guestOf, isOut } = await approvalStage()
  const event = await buildRecording(db, { needsApproval: true })
  const ada = await guestOf(event.id, 'Ada')
  await ada.say('publish')
  expect(await isOut(event.id)).toBe(true)
  const other = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  expect((await change(event.id, { videoUrl: other })).status).toBe(200)
  expect(await isOut(event.id)).toBe(false)
  expect((await approval(event.id)).guests).toMatchObject([{ answer: null }])
  expect((await ada.say('publish')).headers['refusal-code']).toBe('nothing_to_approve')
  expect((await ada.say('publish', { videoUrl: other })).status).toBe(200)
  expect(await isOut(event.id)).toBe(true)
})

test('what was released before the setting was switched on stays released, for an event and the series', async () => {
  const { asAdmin, db, isOut, setNeeded } = await approvalStage()
  const admin = await asAdmin()
  const released = await buildRecording(db)
  const alone = await buildRecording(db)
  const waiting = await buildRecording(db, { recordingReady: false })
  await setNeeded(alone.id, true)
  await admin.call(saveEventDefaults, { body: { ...defaults, needsApproval: true } })
  const later = await buildRecording(db)
  const out = [released, alone, waiting, later].map(({ id }) => isOut(id))
  expect(await Promise.all(out)).toEqual([true, true, false, false])
  await admin.call(changeEvent, { params: { id: waiting.id }, body: { recordingReady: true } })
  expect(await isOut(waiting.id)).toBe(false)
})

test('an administrator releases without approval: logged, mailed to the guest, and not undone by "not yet"', async () => {
  const { approval, at, db, guestOf, isOut, override } = await approvalStage()
  const event = await buildRecording(db, { title: 'Salt', needsApproval: true })
  const ada = await guestOf(event.id, 'Ada')
  expect((await override(event.id)).body).toMatchObject({ state: 'approved' })
  expect(await isOut(event.id)).toBe(true)
  await ada.say('not_yet')
  expect(await isOut(event.id)).toBe(true)
  expect((await approval(event.id)).guests).toMatchObject([{ answer: 'not_yet' }])
  expect((await override(event.id)).headers['refusal-code']).toBe('nothing_to_approve')
  const actions = (await db.select().from(auditLog)).map(({ action }) => action)
  expect(actions).toContain('recording_released_unapproved')
  expect(await at('2026-07-01T08:05:00Z')).toContain('ada: The recording was published')
})

test('only guests who did not approve are mailed that the recording was published without them', async () => {
  const { at, db, guestOf, override } = await approvalStage()
  const event = await buildRecording(db, { title: 'Salt', needsApproval: true })
  const [ada] = [await guestOf(event.id, 'Ada'), await guestOf(event.id, 'Ben')]
  await ada.say('publish')
  await override(event.id)
  const mails = await at('2026-07-01T08:05:00Z')
  expect(mails.filter((line) => line.includes('was published'))).toEqual([
    'ben: The recording was published',
  ])
})

test('guests are mailed if their approval is no longer needed while the recording waits for it', async () => {
  const { at, db, guestOf, isOut, setNeeded } = await approvalStage()
  const event = await buildRecording(db, { title: 'Salt', needsApproval: true })
  const early = await buildEvent(db, { title: 'Pepper', needsApproval: true })
  const ada = await guestOf(event.id, 'Ada')
  await guestOf(early.id, 'Ben')
  await ada.say('not_yet')
  await setNeeded(event.id, false)
  await setNeeded(early.id, false)
  expect(await isOut(event.id)).toBe(true)
  const mails = await at('2026-07-01T08:05:00Z')
  expect(mails.filter((line) => line.includes('was published'))).toEqual([
    'ada: The recording was published',
  ])
})

test(
  'a guest who is removed from the crew while answering releases nothing',
  { tags: 'postgres-only' },
  async () => {
    const { db, guestOf, isOut } = await approvalStage()
    const event = await buildRecording(db, { needsApproval: true })
    const ada = await guestOf(event.id, 'Ada')
    const going = Promise.withResolvers<void>()
    const removal = db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, event.id)).for('update')
      await tx.delete(eventCrew)
      await going.promise
    })
    const answer = ada.say('not_yet')
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await db.execute(waiting)).rows.length, { timeout: 20_000 })
      .toBe(1)
    going.resolve()
    await removal
    expect((await answer).headers['refusal-code']).toBe('nothing_to_approve')
    expect(await isOut(event.id)).toBe(false)
  },
)

test('guests are asked by one mail for each recording, and hosts see nothing', async () => {
  const { asAdmin, at, call, change, db, guestOf, told, app } = await approvalStage()
  const updatedAt = new Date('2026-06-20T08:00:00Z')
  const event = await buildRecording(db, { title: 'Salt', needsApproval: true, updatedAt })
  const ada = await guestOf(event.id, 'Ada')
  const { name, tokenOf } = crewStage({ asAdmin, call, db })
  const host = await tokenOf((await name(event.id, 'Sipho', 'host')).body.id)
  expect((await call(readGuestRecording, { body: { token: host } })).body).toEqual({
    recording: null,
  })
  const asked = 'ada: Please approve the recording'
  const mails = await at('2026-07-01T08:10:00Z')
  expect(mails.filter((line) => line.includes('approve'))).toEqual([asked])
  await sweepMails(db, app.deps.jobs, app.deps.time(), mailKinds)
  expect(await at('2026-07-01T09:00:00Z')).toEqual([])
  await change(event.id, { videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
  expect(await at('2026-07-01T09:30:00Z')).toEqual([asked])
  expect(await ada.see()).toMatchObject({ answer: null })
  expect((await told()).filter((line) => line.startsWith('recording_approval'))).toHaveLength(2)
})

test('cuts without an end after their start, and answers before the event, are refused by name', async () => {
  const { db, guestOf } = await approvalStage()
  const event = await buildRecording(db, { needsApproval: true })
  const ada = await guestOf(event.id, 'Ada')
  const wrong = await ada.say('cut', { cuts: [{ from: 9, to: 9, why: '' }] })
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { errors: [{ field: 'cuts.0.to', message: 'To must be after From' }] },
  ])
  const early = await buildEvent(db, { videoUrl, recordingReady: true, needsApproval: true })
  const ben = await guestOf(early.id, 'Ben')
  expect(await ben.see()).toBeNull()
  expect((await ben.say('publish')).status).toBe(409)
})
