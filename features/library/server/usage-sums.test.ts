import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteEvent } from '#features/events/contract.ts'
import { trackAccess } from '#features/library/contract.ts'
import { exportPerson, mergePerson, readPerson } from '#features/people/contract.ts'
import {
  getAccessStats,
  getDashboardCounts,
  getReports,
  listRegistrantAccessStats,
} from '#features/reports/contract.ts'
import { accessTypes } from '#kernel/values.ts'
import { jobHandlers } from '#main/jobs.ts'
import { memberPageAccess, memberPageAccessSums } from '#schema/library.ts'
import { people } from '#schema/people.ts'
import { sessions } from '#schema/sign-in.ts'
import { buildPerson, buildRecording, buildViewer } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

const hourMs = 60 * 60_000

/** Returns a seeded generator of numbers from 0 to below `below`. */
function createDraw(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Creates five people and 2500 uses at random hours of the past 100 days; details are kept for a month. */
async function usageStage() {
  const app = await testApp({ config: { keepUsageMonths: 1 } })
  const { clock, db } = app
  const admin = await app.asAdmin()
  const recordings = [await buildRecording(db), await buildRecording(db)]
  const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`)
  for (const email of emails.slice(0, 3)) await buildPerson(db, { email })
  await buildViewer(db, { email: emails[3]! })
  const draw = createDraw(45)
  const pick = <Item>(items: readonly Item[]) => items[draw(items.length)]!
  const uses = Array.from({ length: 2500 }, () => {
    const accessType = pick(accessTypes)
    return {
      email: pick(emails),
      accessType,
      videoId: accessType === 'video_watch' ? pick([...recordings, null])?.id : null,
      accessedAt: new Date(clock.now().getTime() - draw(100 * 24) * hourMs - draw(hourMs)),
      repeats: pick([0, 0, 0, 1, 9]),
    }
  })
  await db.insert(memberPageAccess).values(uses)
  const [person] = await db.select().from(people).where(eq(people.email, emails[0]!))
  const [other] = await db.select().from(people).where(eq(people.email, emails[1]!))
  const sweep = () => jobHandlers(app.app.deps).sweep({}, { isLast: false } as never)
  const sweepAll = async () => {
    for (let left = -1; left !== (left = await db.$count(memberPageAccess));) await sweep()
  }
  const figures = async () => ({
    stats: (await admin.call(getAccessStats)).body,
    counts: (await admin.call(getDashboardCounts)).body,
    breakdown: (await admin.call(listRegistrantAccessStats)).body,
    reports: (await admin.call(getReports)).body,
    visits: (await admin.call(readPerson, { params: { key: person!.key } })).body.visits,
    watchers: (await admin.send({ method: 'GET', url: '/api/admin/people?watched=yes' })).json(),
  })
  return { ...app, admin, emails, figures, other: other!, person: person!, recordings, sweepAll }
}

test('every figure is the same before and after old uses are added to the sums', async () => {
  const { db, figures, sweepAll } = await usageStage()
  const before = await figures()
  expect(before.stats.uniqueUsers).toBe(5)
  expect(before.reports.usage.length).toBeGreaterThan(90)
  await sweepAll()
  expect(await figures()).toEqual(before)
  expect(before.watchers.total).toBeGreaterThan(0)
  const [left, sums] = [await db.$count(memberPageAccess), await db.$count(memberPageAccessSums)]
  expect(left).toBeLessThan(1000)
  expect(sums).toBeLessThan(2500 - left)
})

test('a sweep adds at most a thousand uses to the sums, and none of a month that is kept', async () => {
  const { app, clock, db } = await testApp({ config: { keepUsageMonths: 1 } })
  const use = { email: 'a@example.com', accessType: 'page_visit' as const }
  const ago = (days: number) => new Date(clock.now().getTime() - days * 24 * hourMs)
  const old = Array.from({ length: 1005 }, () => ({ ...use, accessedAt: ago(40) }))
  await db.insert(memberPageAccess).values([...old, { ...use, accessedAt: ago(27) }])
  const sweep = () => jobHandlers(app.deps).sweep({}, { isLast: false } as never)
  await sweep()
  expect(await db.$count(memberPageAccess)).toBe(6)
  expect(await db.select().from(memberPageAccessSums)).toMatchObject([
    { ...use, uses: 1000, videoId: null, lastAt: ago(40) },
  ])
  await sweep()
  await sweep()
  expect(await db.select().from(memberPageAccess)).toMatchObject([{ accessedAt: ago(27) }])
})

test('a page that stays open for longer than uses are kept counts as one visit', async () => {
  const { app, asAdmin, asMember, clock, db } = await testApp({ config: { keepUsageMonths: 1 } })
  const { email } = await buildPerson(db)
  const member = await asMember(email)
  const track = (body: Record<string, unknown>) => member.call(trackAccess, { body })
  const sweep = () => jobHandlers(app.deps).sweep({}, { isLast: false } as never)
  await track({ accessType: 'page_visit' })
  const opened = await db.select().from(memberPageAccess)
  for (let day = 0; day < 40; day += 10) {
    clock.set(new Date(clock.now().getTime() + 10 * 24 * hourMs))
    await db.update(sessions).set({ lastUsedAt: clock.now() }).where(eq(sessions.email, email))
    await sweep()
  }
  expect((await track({ accessType: 'page_visit', sessionDuration: 90 })).status).toBe(200)
  expect(await db.select().from(memberPageAccess)).toMatchObject([
    { id: opened[0]!.id, sessionDuration: 90 },
  ])
  await db.delete(sessions).where(eq(sessions.email, email))
  await sweep()
  expect(await db.$count(memberPageAccess)).toBe(0)
  const { body } = await (await asAdmin()).call(getAccessStats)
  expect(body.totalVisits).toBe(1)
})

test('a merge adds up the sums of both people, whose export shows them', async () => {
  const { admin, db, emails, figures, other, person, sweepAll } = await usageStage()
  await sweepAll()
  const before = await figures()
  const rowOf = ({ breakdown }: typeof before, email = emails[0]) =>
    breakdown.find((row) => row.email === email)!
  const body = { into: other.key }
  const merged = await admin.call(mergePerson, { params: { key: person.key }, body })
  expect(merged.status).toBe(200)
  const after = (await admin.call(listRegistrantAccessStats)).body
  const [one, two] = [rowOf(before), rowOf(before, emails[1])]
  expect(after.find(({ email }) => email === emails[1])).toMatchObject({
    totalVisits: one.totalVisits + two.totalVisits,
    videoWatches: one.videoWatches + two.videoWatches,
  })
  const sums = memberPageAccessSums
  expect(await db.$count(sums, eq(sums.email, emails[0]!))).toBe(0)
  const exported = await admin.call(exportPerson, { params: { key: other.key } })
  expect(JSON.stringify(exported.body)).toContain('earlierVisits')
})

test('sums outlive their recording', async () => {
  const { admin, db, figures, recordings, sweepAll } = await usageStage()
  await sweepAll()
  const { stats, reports } = await figures()
  const params = { id: recordings[0]!.id }
  expect((await admin.call(deleteEvent, { params })).status).toBe(200)
  expect((await admin.call(getAccessStats)).body).toEqual(stats)
  expect((await admin.call(getReports)).body.usage).toEqual(reports.usage)
  const sums = memberPageAccessSums
  expect(await db.$count(sums, eq(sums.videoId, params.id))).toBe(0)
})
