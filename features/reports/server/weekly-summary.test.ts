import { expect, test } from 'vitest'
import { changeWeeklySummary } from '#features/administrators/contract.ts'
import { administrators } from '#schema/sign-in.ts'
import { pageViews } from '#schema/sources.ts'
import { joins } from '#schema/webinars.ts'
import { mailStage } from '#tests/support/mail-stage.ts'
import { sweepWeeklySummaries } from './weekly-summary.ts'

const email = 'organiser@example.org'
/** 7 December 2026 is a Monday; the series is two hours ahead of UTC. */
const due = '2026-12-07T06:00:00Z'

async function summaryStage() {
  const stage = await mailStage()
  const { db, clock, app, asAdmin, at } = stage
  clock.set('2026-12-01T10:00:00Z')
  await asAdmin()
  await db.update(administrators).set({ email })
  const switchTo = async (isOn: boolean) => {
    const admin = await asAdmin()
    return admin.call(changeWeeklySummary, { body: { isOn } })
  }
  /** Returns the mails that arrive at an instant, at which two nodes sweep at once. */
  async function arriving(instant: string) {
    clock.set(instant)
    const sweep = () => sweepWeeklySummaries(db, app.deps.jobs, app.deps.time())
    await Promise.all([sweep(), sweep()])
    return at(instant)
  }
  return { ...stage, switchTo, arriving }
}
const summary = 'organiser: Weekly summary of House Lights'

test(
  'administrators who switched it on get one summary on Monday morning in the zone of the series',
  { tags: 'postgres' },
  async () => {
    const { arriving, switchTo } = await summaryStage()
    expect(await arriving(due)).toEqual([])
    expect((await switchTo(true)).body).toEqual({ isOn: true })
    expect(await arriving('2026-12-07T05:59:00Z')).toEqual([])
    expect(await arriving(due)).toEqual([summary])
    expect(await arriving('2026-12-07T06:01:00Z')).toEqual([])
    expect(await arriving('2026-12-13T23:00:00Z')).toEqual([])
    expect(await arriving('2026-12-14T07:00:00Z')).toEqual([summary])
    await switchTo(false)
    expect(await arriving('2026-12-21T07:00:00Z')).toEqual([])
  },
)

test('a summary that is half a day late is left out, and one that was switched off while it waited is skipped', async () => {
  const { arriving, clock, app, at, db, switchTo, told } = await summaryStage()
  await switchTo(true)
  expect(await arriving('2026-12-07T18:01:00Z')).toEqual([])
  clock.set('2026-12-14T06:00:00Z')
  await sweepWeeklySummaries(db, app.deps.jobs, app.deps.time())
  await switchTo(false)
  expect(await at('2026-12-14T06:00:00Z')).toEqual([])
  expect(await told()).toEqual(['weekly_summary skipped'])
})

test('the summary counts the week, says who attended, and lists the steps that are due', async () => {
  const { arriving, build, db, enrol, server, switchTo } = await summaryStage()
  await switchTo(true)
  const inWeek = { createdAt: new Date('2026-12-02T08:00:00Z') }
  const over = await build({
    title: 'Pepper',
    eventDate: '2026-12-03',
    eventTime: '2026-12-03T16:00:00Z',
    eventEndTime: '2026-12-03T17:00:00Z',
  })
  await build({
    title: 'Salt Cancelled',
    eventDate: '2026-12-04',
    eventTime: '2026-12-04T16:00:00Z',
    eventEndTime: '2026-12-04T17:00:00Z',
    cancelledAt: new Date('2026-12-02T08:00:00Z'),
  })
  await build({
    title: 'Draft',
    eventDate: '2026-12-04',
    eventTime: '2026-12-04T16:00:00Z',
    eventEndTime: '2026-12-04T17:00:00Z',
    publishAt: 'draft',
  })
  const coming = await build()
  const { id } = await enrol('zola', over.id, inWeek)
  await db.insert(joins).values({
    registrationId: id,
    joinCount: 1,
    firstJoinedAt: new Date('2026-12-03T16:00:00Z'),
  })
  await enrol('sipho', over.id, { createdAt: new Date('2026-11-20T08:00:00Z') })
  await enrol('ayo', coming.id, inWeek)
  await enrol('later', coming.id, { createdAt: new Date('2026-12-07T06:00:00Z') })
  const views = { path: '/', source: '', campaign: '', via: '', formsOpened: 0 }
  await db.insert(pageViews).values([
    { ...views, day: '2026-11-29', views: 1000 },
    { ...views, day: '2026-11-30', views: 40 },
    { ...views, day: '2026-12-06', source: 'letter', views: 2 },
    { ...views, day: '2026-12-07', views: 500 },
  ])
  expect(await arriving(due)).toEqual([summary])
  const { raw } = server.mails.at(-1)!
  const plain = raw.slice(raw.indexOf('text/plain'), raw.indexOf('text/html'))
  const text = plain.replaceAll(/=\r?\n/g, '').replaceAll(/\s+/g, ' ')
  expect(text).toContain('30 Nov 2026 to 7 Dec 2026')
  expect(text).toContain('Page views: 42')
  expect(text).toContain('Registrations: 2')
  expect(text).toContain('Pepper: 1 of 2')
  expect(text).not.toMatch(/Salt Cancelled|Draft: not known yet/)
  expect(text).toContain('Add recording: No recording link yet.')
  expect(text).toContain(`/admin/events/${coming.id}`)
})

test('without a recovery email the summary cannot be switched on', async () => {
  const { asAdmin, db } = await mailStage()
  const admin = await asAdmin()
  const refused = await admin.call(changeWeeklySummary, { body: { isOn: true } })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('recovery') },
  })
  expect((await admin.call(changeWeeklySummary, { body: { isOn: false } })).status).toBe(200)
  const [row] = await db.select().from(administrators)
  expect(row).toMatchObject({ weeklySummary: false })
})
