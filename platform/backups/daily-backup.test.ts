import { expect, test } from 'vitest'
import { backups } from '#schema/platform.ts'
import { testApp } from '#tests/support/test-app.ts'
import { requestDailyBackup } from './make-backup.ts'

const timeZone = 'Africa/Johannesburg'

async function openStage() {
  const { app, db } = await testApp()
  async function isAskedFor(now: string) {
    await db.execute(`delete from jobs.job where name = 'make-backup'`)
    const time = { now: new Date(now), timeZone }
    await requestDailyBackup(db, app.deps.jobs, time)
    await requestDailyBackup(db, app.deps.jobs, time)
    const { rows } = await db.execute(`select from jobs.job where name = 'make-backup'`)
    expect(rows.length).toBeLessThan(2)
    return rows.length === 1
  }
  async function note(madeAt: string, failure?: string) {
    await db
      .insert(backups)
      .values({ madeAt: new Date(madeAt), endedAt: new Date(madeAt), name: '', failure })
  }
  return { isAskedFor, note }
}

test('a site without a backup asks for one at once, and then every night at three on its clock', async () => {
  const { isAskedFor, note } = await openStage()
  expect(await isAskedFor('2026-12-01T14:00:00Z')).toBe(true)
  await note('2026-12-01T14:00:00Z')
  expect(await isAskedFor('2026-12-01T14:30:00Z')).toBe(false)
  expect(await isAskedFor('2026-12-02T00:59:59Z')).toBe(false)
  expect(await isAskedFor('2026-12-02T01:00:00Z')).toBe(true)
  await note('2026-12-02T01:00:10Z')
  expect(await isAskedFor('2026-12-02T23:00:00Z')).toBe(false)
  expect(await isAskedFor('2026-12-05T20:00:00Z')).toBe(true)
})

test('after a failure it asks again every hour', async () => {
  const { isAskedFor, note } = await openStage()
  await note('2026-12-01T01:00:00Z')
  await note('2026-12-02T01:00:00Z', 'the disk is full')
  expect(await isAskedFor('2026-12-02T01:59:00Z')).toBe(false)
  expect(await isAskedFor('2026-12-02T02:00:01Z')).toBe(true)
})
