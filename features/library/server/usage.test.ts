import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackAccess } from '#features/library/contract.ts'
import { getAccessStats, listRegistrantAccessStats } from '#features/reports/contract.ts'
import { logInWithEmail, logOut } from '#features/sign-in/contract.ts'
import { jobHandlers } from '#main/jobs.ts'
import type { Db } from '#platform/db/open.ts'
import { memberPageAccess } from '#schema/library.ts'
import { buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp, type TestClock } from '#tests/support/test-app.ts'

async function memberApp() {
  const app = await testApp()
  const person = await buildPerson(app.db)
  return { ...app, person, member: await app.asMember(person.email) }
}

function rowsOf(db: Db) {
  return db.select().from(memberPageAccess).orderBy(asc(memberPageAccess.id))
}

test('a visit with two watches and a login leaves one row each, the visit with its duration', async () => {
  const { db, member, person, clock } = await memberApp()
  const video = await buildRecording(db, { title: 'Pricing' })
  const track = (body: Record<string, unknown>) => member.call(trackAccess, { body })
  await track({ accessType: 'login' })
  await track({ accessType: 'page_visit' })
  await track({ accessType: 'video_watch', videoId: video.id, videoTitle: 'Pricing' })
  await track({ accessType: 'video_watch', videoId: video.id, videoTitle: 'Pricing' })
  const last = await track({ accessType: 'page_visit', sessionDuration: 95 })
  expect(last).toMatchObject({ status: 200, body: { recorded: true } })
  const watch = { accessType: 'video_watch', videoId: video.id, videoTitle: 'Pricing' }
  expect(await rowsOf(db)).toMatchObject([
    { accessType: 'login', email: person.email, accessedAt: clock.now() },
    { accessType: 'page_visit', sessionDuration: 95, videoId: null, repeats: 0 },
    { ...watch, repeats: 1 },
  ])
})

test("the email is the session's, address and user agent are the request's, whatever is sent", async () => {
  const { db, member, person } = await memberApp()
  await member.call(trackAccess, {
    body: {
      accessType: 'login',
      email: 'somebody@example.com',
      ipAddress: '6.6.6.6',
      userAgent: 'forged',
    },
    headers: { 'user-agent': 'Journey/1.0' },
    from: '192.0.2.7',
  })
  expect(await rowsOf(db)).toMatchObject([
    { email: person.email, ipAddress: '192.0.2.7', userAgent: 'Journey/1.0' },
  ])
})

test('an unknown recording is kept as its title alone', async () => {
  const { db, member } = await memberApp()
  const body = { accessType: 'video_watch', videoId: 4711, videoTitle: 'Long gone' }
  await member.call(trackAccess, { body })
  expect(await rowsOf(db)).toMatchObject([{ videoId: null, videoTitle: 'Long gone' }])
})

/** Waits longer than the window in which a use counts as a repetition. */
function waitLonger(clock: TestClock) {
  clock.set(new Date(clock.now().getTime() + 60_000))
}

test('each of two open visits is closed once, and closing again only prolongs', async () => {
  const { clock, db, member } = await memberApp()
  const visit = (sessionDuration?: number) =>
    member.call(trackAccess, { body: { accessType: 'page_visit', sessionDuration } })
  await visit()
  waitLonger(clock)
  await visit()
  await visit(10)
  await visit(60)
  await visit(30)
  const durations = (await rowsOf(db)).map((row) => row.sessionDuration)
  expect(durations).toEqual([60, 30])
})

test('of visits closed all at once each is closed', { tags: 'postgres' }, async () => {
  const { clock, db, member } = await memberApp()
  const visit = (sessionDuration?: number) =>
    member.call(trackAccess, { body: { accessType: 'page_visit', sessionDuration } })
  for (let visits = 0; visits < 6; visits++) {
    await visit()
    waitLonger(clock)
  }
  await Promise.all([10, 20, 30, 40, 50, 60].map(visit))
  const durations = (await rowsOf(db)).map((row) => row.sessionDuration)
  expect(new Set(durations)).toEqual(new Set([10, 20, 30, 40, 50, 60]))
})

test('a recording has the title of its event, any other 200 characters of what was sent', async () => {
  const { db, member } = await memberApp()
  const video = await buildRecording(db, { title: 'Pricing' })
  const long = '😀'.repeat(300)
  for (const videoId of [video.id, 4711]) {
    const body = { accessType: 'video_watch', videoId, videoTitle: long }
    const headers = { 'user-agent': 'x'.repeat(1000) }
    expect((await member.call(trackAccess, { body, headers })).status).toBe(200)
  }
  expect(await rowsOf(db)).toMatchObject([
    { videoId: video.id, videoTitle: 'Pricing', userAgent: 'x'.repeat(200) },
    { videoId: null, videoTitle: '😀'.repeat(200) },
  ])
})

test('figures count up to ten uses a minute of one kind, recording and session', async () => {
  const { asMember, clock, db, member, person, asAdmin } = await memberApp()
  const video = await buildRecording(db, { title: 'Pricing' })
  const other = await buildRecording(db, { title: 'Hiring' })
  const admin = await asAdmin()
  const watch = (videoId: number, from = member) =>
    from.call(trackAccess, { body: { accessType: 'video_watch', videoId } })
  const figures = async () => {
    const { totalVisits, videoWatches } = (await admin.call(getAccessStats)).body
    return [totalVisits, videoWatches]
  }
  const visit = () => member.call(trackAccess, { body: { accessType: 'page_visit' } })
  for (let time = 0; time < 3; time++) await visit()
  for (let time = 0; time < 7; time++) await watch(video.id)
  expect(await figures()).toEqual([3, 7])
  for (let time = 0; time < 20; time++) await watch(video.id)
  await watch(other.id)
  await watch(video.id, await asMember(person.email))
  expect(await figures()).toEqual([3, 12])
  waitLonger(clock)
  await watch(video.id)
  expect(await figures()).toEqual([3, 13])
  expect((await rowsOf(db)).map(({ repeats }) => repeats)).toEqual([2, 9, 0, 0, 0])
  const [row] = (await admin.call(listRegistrantAccessStats)).body
  expect(row).toMatchObject({ totalVisits: 3, videoWatches: 13 })
})

test('repeats at two nodes at once are counted exactly', { tags: 'postgres-only' }, async () => {
  const other = await testApp()
  const { db, member, asAdmin } = await memberApp()
  const headers = { cookie: member.cookie()! }
  const body = { accessType: 'page_visit' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? member : other).call(trackAccess, { body, headers }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await rowsOf(db)).toMatchObject([{ repeats: 7 }])
  expect((await (await asAdmin()).call(getAccessStats)).body.totalVisits).toBe(8)
})

test('a visit is closed on its row even if the same email started another one', async () => {
  const { db, member, person } = await memberApp()
  await member.call(trackAccess, { body: { accessType: 'page_visit' } })
  await member.call(logInWithEmail, { body: { email: person.email } })
  await member.call(trackAccess, { body: { accessType: 'page_visit', sessionDuration: 42 } })
  expect((await rowsOf(db)).map((row) => row.sessionDuration)).toEqual([42])
})

test('visitors without a session email are not tracked', async () => {
  const { db, call, member, asAdmin } = await memberApp()
  const body = { accessType: 'login', email: 'somebody@example.com' }
  expect((await call(trackAccess, { body })).status).toBe(401)
  expect((await (await asAdmin()).call(trackAccess, { body })).status).toBe(401)
  await member.call(logOut)
  expect((await member.call(trackAccess, { body })).status).toBe(401)
  expect(await rowsOf(db)).toEqual([])
})

test.each([
  ['accessType', { accessType: 'download' }],
  ['accessType', {}],
  ['sessionDuration', { accessType: 'page_visit', sessionDuration: -1 }],
  ['sessionDuration', { accessType: 'page_visit', sessionDuration: 1.5 }],
  ['videoId', { accessType: 'video_watch', videoId: 'one' }],
  ['videoTitle', { accessType: 'video_watch', videoTitle: 'x'.repeat(4001) }],
])('a wrong %s is refused by its name', async (field, body) => {
  const { db, member } = await memberApp()
  const answer = await member.call(trackAccess, { body })
  expect(answer.status).toBe(400)
  expect(answer.body.errors?.map((error) => error.field)).toEqual([field])
  expect(await rowsOf(db)).toEqual([])
})

const used = { email: 'thandi@example.com', accessType: 'page_visit' as const }
const traces = { ipAddress: '192.0.2.7', userAgent: 'Journey/1.0' }
const dayMs = 24 * 60 * 60_000

async function appWithUse(days: number[]) {
  const app = await testApp({ config: { keepAddressesDays: 30, keepUsageMonths: 1200 } })
  const ago = (count: number) => new Date(app.clock.now().getTime() - count * dayMs)
  const rows = days.map((count) => ({ ...used, ...traces, accessedAt: ago(count) }))
  await app.db.insert(memberPageAccess).values(rows)
  const sweep = () => jobHandlers(app.app.deps).sweep({}, { isLast: false } as never)
  const left = async () =>
    (await app.db.select().from(memberPageAccess).orderBy(asc(memberPageAccess.id))).map(
      ({ ipAddress, userAgent }) => [ipAddress, userAgent],
    )
  return { ...app, sweep, left }
}

test('a sweep blanks addresses and browsers after the days they are kept, and nothing else', async () => {
  const { db, sweep, left } = await appWithUse([31, 29, 400])
  await sweep()
  const kept = [traces.ipAddress, traces.userAgent]
  expect(await left()).toEqual([[null, null], kept, [null, null]])
  expect(await db.select().from(memberPageAccess)).toHaveLength(3)
  expect((await db.select().from(memberPageAccess))[0]).toMatchObject(used)
})

test('a sweep blanks no more than a thousand rows, and the next one goes on', async () => {
  const { sweep, left } = await appWithUse(Array.from({ length: 1005 }, (_, day) => day + 40))
  const withAddress = async () => (await left()).filter(([address]) => address !== null).length
  await sweep()
  expect(await withAddress()).toBe(5)
  await sweep()
  expect(await withAddress()).toBe(0)
})
