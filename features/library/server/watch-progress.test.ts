import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listWatchProgress, saveWatchProgress } from '#features/library/contract.ts'
import { getReports } from '#features/reports/contract.ts'
import { logInWithEmail, logOut } from '#features/sign-in/contract.ts'
import { events } from '#schema/events.ts'
import { sessionWatchProgress, watchProgress } from '#schema/library.ts'
import { buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

type Member = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['asMember']>>

async function memberAndRecording() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
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

test('watch progress of a session is merged over its calls and returned to it', async () => {
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

test(
  'thirty calls at once from two verified browsers lose nothing',
  { tags: 'postgres' },
  async () => {
    const app = await memberAndRecording()
    const { db, recording, member, person, asMember } = app
    const other = await asMember(person.email)
    for (const browser of [member, other]) await verifyByLink(app, browser, person.email)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, bucket) =>
        watch(bucket % 2 ? member : other, recording.id, [[bucket, bucket + 1]]),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const [row] = await db.select().from(watchProgress)
    expect(row).toMatchObject({ email: person.email, watched: '{[0,30)}' })
    expect((await seenBy(member)).progress[0]?.watchedShare).toBe(30 / 40)
  },
)

test("typing an email does not change its owner's watch progress", async () => {
  const app = await memberAndRecording()
  const { db, recording, member, person, asMember } = app
  await verifyByLink(app, member, person.email)
  await watch(member, recording.id, [[0, 10]], 50)
  const before = await seenBy(member)
  const stranger = await asMember(person.email)
  expect(await seenBy(stranger)).toEqual({ isVerified: false, progress: [] })
  const answer = await watch(stranger, recording.id, [[0, 40]], 199)
  expect(answer.body.watchedShare).toBe(1)
  expect(await seenBy(member)).toEqual(before)
  await stranger.call(logOut)
  expect(await seenBy(member)).toEqual(before)
  expect(await db.$count(watchProgress)).toBe(1)
})

test("a verified browser's watch progress merges into the person's, and the later place wins", async () => {
  const app = await memberAndRecording()
  const { recording, member, person, asMember, clock } = app
  const phone = await asMember(person.email)
  await verifyByLink(app, phone, person.email)
  await watch(phone, recording.id, [[0, 10]], 50)
  const second = await buildRecording(app.db)
  await watch(member, second.id, [[0, 4]], 20)
  clock.set('2026-12-01T08:01:00Z')
  await watch(member, recording.id, [[8, 20]], 100)
  clock.set('2026-12-01T08:02:00Z')
  await watch(phone, second.id, [[6, 8]], 40)
  await verifyByLink(app, member, person.email)
  const both = {
    isVerified: true,
    progress: [
      expect.objectContaining({ videoId: second.id, watchedShare: 6 / 40, position: 40 }),
      expect.objectContaining({ videoId: recording.id, watchedShare: 0.5, position: 100 }),
    ],
  }
  expect(await seenBy(member)).toEqual(both)
  expect(await seenBy(phone)).toEqual(both)
  expect(await app.db.$count(sessionWatchProgress)).toBe(0)
})

test('watch progress of one typed email does not join another person', async () => {
  const app = await memberAndRecording()
  const { recording, member, person } = app
  await watch(member, recording.id, [[0, 40]])
  const other = await buildPerson(app.db)
  await verifyByLink(app, member, other.email)
  expect(await seenBy(member)).toEqual({ isVerified: true, progress: [] })
  await verifyByLink(app, member, person.email)
  expect((await seenBy(member)).progress).toEqual([])
})

test('another email sees nothing of it, verified or not', async () => {
  const app = await memberAndRecording()
  const { db, recording, member, person, asMember } = app
  await verifyByLink(app, member, person.email)
  await watch(member, recording.id, [[0, 10]])
  const { email } = await buildPerson(db)
  const stranger = await asMember(email)
  expect((await seenBy(stranger)).progress).toEqual([])
  await verifyByLink(app, stranger, email)
  expect((await seenBy(stranger)).progress).toEqual([])
})

test('signing in again with the same email keeps watch progress, with another email it does not', async () => {
  const { db, recording, member, person } = await memberAndRecording()
  await watch(member, recording.id, [[0, 10]])
  await member.call(logInWithEmail, { body: { email: person.email } })
  expect((await seenBy(member)).progress).toHaveLength(1)
  await member.call(logInWithEmail, { body: { email: (await buildPerson(db)).email } })
  expect((await seenBy(member)).progress).toEqual([])
})

test('after a logout, unverified watch progress is anonymous and stays in statistics', async () => {
  const app = await memberAndRecording()
  const { db, recording, member, person, asMember } = app
  await watch(member, recording.id, [[0, 10]])
  await member.call(logOut)
  expect(await db.select().from(sessionWatchProgress)).toMatchObject([
    { sessionId: null, email: person.email, watched: '{[0,10)}' },
  ])
  const again = await asMember(person.email)
  await verifyByLink(app, again, person.email)
  expect((await seenBy(again)).progress).toEqual([])
  const figures = await (await app.asAdmin()).call(getReports)
  expect(figures.body.watched).toEqual([
    { eventId: recording.id, watchers: 1, averageShare: 0.25, finished: 0 },
  ])
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

test('progress goes with its event', async () => {
  const { db, recording, member } = await memberAndRecording()
  await watch(member, recording.id, [[0, 1]])
  await db.delete(events).where(eq(events.id, recording.id))
  expect((await seenBy(member)).progress).toEqual([])
  expect(await db.$count(watchProgress)).toBe(0)
  expect(await db.$count(sessionWatchProgress)).toBe(0)
})
