import { expect, test } from 'vitest'
import { listOutboxEntries } from '#features/mails/contract.ts'
import { getAccessStats, listRegistrations } from '#features/reports/contract.ts'
import { testApp } from '#tests/support/test-app.ts'
import { fillSeries } from './filled-series.ts'
import { loadSampleSeries } from './sample-series.ts'

test('a filled series has people, mails and visits, and is filled once', async () => {
  const { app, clock, db, site, asAdmin } = await testApp()
  const time = { now: clock.now(), timeZone: site.display.zone }
  await loadSampleSeries(db, 'content/site.json', time)
  const people = await fillSeries(app.deps)
  expect(people).toBeGreaterThan(200)
  const admin = await asAdmin()
  expect((await admin.call(listRegistrations)).body).toHaveLength(people)
  expect((await admin.call(listOutboxEntries)).body.counts.waiting).toBeGreaterThan(10)
  expect((await admin.call(getAccessStats)).body.totalVisits).toBeGreaterThan(100)
  expect(await fillSeries(app.deps)).toBe(0)
})
