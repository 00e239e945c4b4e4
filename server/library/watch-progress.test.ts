import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listWatchProgress, saveWatchProgress } from '#shared/contract/library.ts'
import { logInWithEmail, logOut } from '#shared/contract/session.ts'
import { longestRecording } from '#shared/watch-progress.ts'
import type { Db } from '#server/db/open.ts'
import { sessionWatchProgress, watchProgress } from '#server/db/library-schema.ts'
import { events, sessions } from '#server/db/schema.ts'
import { buildEvent, buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

type Member = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['asMember']>>

async function memberAndRecording() {
  const app = await testApp()
  const person = await buildPerson(app.db)
  const recording = await buildRecording(app.db)
  const member = await app.asMember(person.email)
  return { ...app, person, recording, member }
}

function watch(member: Member, videoId: number, ranges: [number, number][], position = 100) {
  return member.call(saveWatchProgress, { body: { videoId, position, duration: 200, ranges } })
}

async function seenBy(member: Member) {
  return (await member.call(listWatchProgress)).body
}

/** What a link in a mail to that address does. */
async function verifySessions(db: Db) {
  await db.update(sessions).set({ verifiedAt: new Date() })
}

test('what a session watched is answered, merged over its calls, and seen again by that session', async () => {
  const { recording, member, clock } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]], 50)
  const answer = await watch(member, recording.id, [[5, 20]], 100)
  const merged = {
    videoId: recording.id,
    position: 100,
    duration: 200,
    watchedShare: 0.5,
    updatedAt: clock.now().toISOString(),
  }
  expect(answer.body).toEqual(merged)
  expect(await seenBy(member)).toEqual({ isVerified: false, progress: [merged] })
})

test('repeats and any order of the same calls give the same', async () => {
  const { recording, member } = await memberAndRecording()
  const parts: [number, number][][] = [[[0, 4]], [[30, 40]], [[2, 8]], [[30, 40]], [[0, 4]]]
  for (const ranges of parts) await watch(member, recording.id, ranges)
  for (const ranges of parts.toReversed()) await watch(member, recording.id, ranges)
  const { progress } = await seenBy(member)
  expect(progress).toEqual([expect.objectContaining({ watchedShare: 18 / 40 })])
})

test('thirty calls at once lose nothing', async () => {
  const { db, recording, member, person, asMember } = await memberAndRecording()
  const other = await asMember(person.email)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, bucket) =>
      watch(bucket % 2 ? member : other, recording.id, [[bucket, bucket + 1]]),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [row] = await db.select().from(watchProgress)
  expect(row).toMatchObject({ email: person.email, watched: '{[0,30)}' })
  expect((await seenBy(member)).progress[0]?.watchedShare).toBe(15 / 40)
})

test('another session of the same e-mail sees nothing of it until it is verified, then everything', async () => {
  const { db, recording, member, person, asMember } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]])
  const other = await asMember(person.email)
  expect(await seenBy(other)).toEqual({ isVerified: false, progress: [] })
  const later = await watch(other, recording.id, [[20, 24]])
  expect(later.body.watchedShare).toBe(0.1)
  await verifySessions(db)
  const all = await seenBy(other)
  expect(all).toEqual({
    isVerified: true,
    progress: [expect.objectContaining({ watchedShare: 0.35 })],
  })
  expect((await watch(other, recording.id, [])).body.watchedShare).toBe(0.35)
})

test('another e-mail sees nothing of it, verified or not', async () => {
  const { db, recording, member, asMember } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]])
  const stranger = await asMember((await buildPerson(db)).email)
  await verifySessions(db)
  expect((await seenBy(stranger)).progress).toEqual([])
})

test('entering anew with the same e-mail keeps what the browser saw, with another it does not', async () => {
  const { db, recording, member, person } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]])
  await member.call(logInWithEmail, { body: { email: person.email } })
  expect((await seenBy(member)).progress).toHaveLength(1)
  await member.call(logInWithEmail, { body: { email: (await buildPerson(db)).email } })
  expect((await seenBy(member)).progress).toEqual([])
})

test('after a logout the browser sees nothing, and nothing is lost for the e-mail', async () => {
  const { db, recording, member, person, asMember } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]])
  await member.call(logOut)
  expect(await db.select().from(sessionWatchProgress)).toEqual([])
  const again = await asMember(person.email)
  expect((await seenBy(again)).progress).toEqual([])
  await verifySessions(db)
  expect((await seenBy(again)).progress).toHaveLength(1)
})

test('the latest watched comes first', async () => {
  const { db, recording, member, clock } = await memberAndRecording()
  const second = await buildRecording(db)
  await watch(member, recording.id, [[0, 1]])
  clock.set('2026-12-01T09:00:00Z')
  await watch(member, second.id, [[0, 1]])
  const { progress } = await seenBy(member)
  expect(progress.map(({ videoId }) => videoId)).toEqual([second.id, recording.id])
})

test('ranges behind a shorter duration that is reported later do not count', async () => {
  const { recording, member } = await memberAndRecording()
  await watch(member, recording.id, [[0, 40]])
  const { body } = await member.call(saveWatchProgress, {
    body: { videoId: recording.id, position: 10, duration: 52, ranges: [] },
  })
  expect(body.watchedShare).toBe(1)
})

test.each([
  ['upcoming', {}],
  ['completed, its recording not ready', { status: 'completed', recordingReady: false }],
] as const)('an event that is %s is answered 404 and nothing is kept', async (_, fields) => {
  const { db, member } = await memberAndRecording()
  const event = await buildEvent(db, { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', ...fields })
  expect((await watch(member, event.id, [[0, 1]])).status).toBe(404)
  expect((await watch(member, 999_999, [[0, 1]])).status).toBe(404)
  expect(await db.select().from(watchProgress)).toEqual([])
})

test('progress goes with its event', async () => {
  const { db, recording, member } = await memberAndRecording()
  await watch(member, recording.id, [[0, 1]])
  await db.delete(events).where(eq(events.id, recording.id))
  expect((await seenBy(member)).progress).toEqual([])
  expect(await db.select().from(watchProgress)).toEqual([])
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
  expect(await db.select().from(watchProgress)).toEqual([])
})

test('a body that is too large is refused', async () => {
  const { member } = await memberAndRecording()
  const body = { ranges: 'x'.repeat(20_000) }
  expect((await member.call(saveWatchProgress, { body })).status).toBe(413)
})

test('an administrator without an e-mail sees nothing and has nowhere to keep it', async () => {
  const { db, asAdmin } = await testApp()
  const recording = await buildRecording(db)
  const admin = await asAdmin()
  expect((await seenBy(admin)).progress).toEqual([])
  expect((await watch(admin, recording.id, [[0, 1]])).status).toBe(401)
})
