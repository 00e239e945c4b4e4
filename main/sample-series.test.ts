import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { listCompletedEvents, listEvents, listUpcomingEvents } from '#features/events/contract.ts'
import { listMemberVideos } from '#features/library/contract.ts'
import { findVideoId } from '#kernel/video-link.ts'
import { events } from '#schema/events.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { InvalidSampleSeries, loadSampleSeries } from './sample-series.ts'

const siteFile = 'content/site.json'
const size = JSON.parse(readFileSync('content/sample/series.json', 'utf8')).events.length

async function appWithSamples() {
  const app = await testApp()
  const time = { now: app.clock.now(), timeZone: app.site.display.zone }
  return { ...app, time, load: () => loadSampleSeries(app.db, siteFile, time) }
}

test('the sample series is what the product is to show, dated from the first start', async () => {
  const { db, call, load, asAdmin, time } = await appWithSamples()
  expect(await load()).toBe(size)
  const upcoming = (await call(listUpcomingEvents)).body
  expect(upcoming).toHaveLength(2)
  for (const { eventDate, eventTime, eventEndTime } of upcoming) {
    expect(new Date(eventTime!).getTime()).toBeGreaterThan(time.now.getTime())
    expect(new Date(eventEndTime!).getTime()).toBeGreaterThan(new Date(eventTime!).getTime())
    expect(eventTime!.slice(0, 10)).toBe(eventDate)
  }
  const completed = (await call(listCompletedEvents)).body
  expect(completed.length).toBeGreaterThanOrEqual(8)
  expect(completed.filter(({ hasRecording }) => !hasRecording)).toHaveLength(1)
  const all = (await call(listEvents)).body
  expect(all.filter(({ status }) => status === 'pre_registration')).toHaveLength(2)
  const long = all.filter(({ description }) => description.length > 120)
  expect(long.length).toBeGreaterThan(all.length / 2)
  const rows = await db.select().from(events)
  expect(rows.every(({ isSample }) => isSample)).toBe(true)
  const admin = await asAdmin()
  const videos = (await admin.call(listMemberVideos)).body.map(({ videoUrl }) =>
    findVideoId(videoUrl),
  )
  expect(videos).toHaveLength(completed.length - 1)
  expect(videos).not.toContain(undefined)
})

test('a second start loads nothing again', async () => {
  const { db, load } = await appWithSamples()
  await load()
  expect(await load()).toBe(0)
  expect(await db.$count(events)).toBe(size)
})

test('a sample that was deleted stays deleted, all of them too', async () => {
  const { db, load } = await appWithSamples()
  await load()
  await db.delete(events).where(eq(events.id, 1))
  expect(await load()).toBe(0)
  expect(await db.$count(events)).toBe(size - 1)
  await db.delete(events)
  expect(await load()).toBe(0)
  expect(await db.$count(events)).toBe(0)
})

test('a database that ever held an event gets no samples', async () => {
  const { db, load } = await appWithSamples()
  await buildEvent(db)
  expect(await load()).toBe(0)
  await db.delete(events)
  expect(await load()).toBe(0)
})

test('nodes that start together load the series once', { tags: 'postgres' }, async () => {
  const { db, load } = await appWithSamples()
  const added = await Promise.all(Array.from({ length: 4 }, load))
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, 0, size])
  expect(await db.$count(events)).toBe(size)
})

test('a series of one’s own needs no samples, and mistakes in them are named', async () => {
  const { db, time } = await appWithSamples()
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = join(folder, 'site.json')
  expect(await loadSampleSeries(db, own, time)).toBe(0)
  mkdirSync(join(folder, 'sample'))
  for (const [text, mistake] of [
    ['{', /series\.json is invalid \(set SAMPLE_DATA=0 to skip it\)/],
    ['{"events":[{"title":7}]}', /at events\[0\]\.title/],
  ] as const) {
    writeFileSync(join(folder, 'sample', 'series.json'), text)
    const loading = loadSampleSeries(db, own, time)
    await expect(loading).rejects.toThrow(InvalidSampleSeries)
    await expect(loading).rejects.toThrow(mistake)
  }
  expect(await db.$count(events)).toBe(0)
})
