import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listImportBatches } from '#features/imports/contract.ts'
import { listOutboxEntries } from '#features/mails/contract.ts'
import { listPeople } from '#features/people/contract.ts'
import { readQuestionBoard } from '#features/questions/contract.ts'
import {
  getDropOff,
  getReports,
  listEventRegistrations,
  listRegistrantAccessStats,
  listRegistrations,
  listVideoAccess,
} from '#features/reports/contract.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { testApp } from '#tests/support/test-app.ts'
import { filledSettings, fillSeries } from './filled-series.ts'
import { loadSampleSeries } from './sample-series.ts'

test('a filled series has rows for every list, figure and mail of the admin area, and is filled once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-filled-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const { app, db, asAdmin, runJobs } = await testApp({ config: { dataDir } })
  await loadSampleSeries(db, 'content/site.json', app.deps.time())
  const admin = await asAdmin()
  const people = await fillSeries(app.deps)
  expect(people).toBeGreaterThan(100)
  expect(await fillSeries(app.deps)).toBe(0)
  await runJobs()

  expect((await admin.call(listRegistrations)).body).toHaveLength(people)
  for (const list of [listEventRegistrations, listVideoAccess, listRegistrantAccessStats]) {
    expect((await admin.call(list)).body).not.toHaveLength(0)
  }
  const found = (await admin.call(listPeople)).body
  expect(found.people.every(({ email }) => email.endsWith('@example.org'))).toBe(true)

  const outbox = (await admin.call(listOutboxEntries)).body
  for (const state of ['kept', 'sent', 'failed', 'skipped', 'unknown'] as const) {
    expect([state, outbox.counts[state]]).toEqual([state, expect.any(Number)])
    expect(outbox.counts[state]).toBeGreaterThan(0)
  }

  const { registrations, usage, watched, attendance } = (await admin.call(getReports)).body
  for (const figures of [registrations, usage, watched]) expect(figures.length).toBeGreaterThan(2)
  expect(attendance).toMatchObject([{ knownBy: 'report', unregistered: 2 }])
  const watchedMost = { id: watched[0]!.eventId }
  expect((await admin.call(getDropOff, { params: watchedMost })).body.curve.length).toBeGreaterThan(
    5,
  )

  const board = await admin.call(readQuestionBoard, { params: { id: 1 } })
  expect(board.body.questions.length).toBeGreaterThan(5)

  const batches = (await admin.call(listImportBatches)).body
  expect(batches).toMatchObject([{ imported: 40, failed: 1 }])
})

test('the filled site keeps its data where DATA_DIR says, and by default beside the others', () => {
  const [given, unset] = [{ DATA_DIR: '/srv/filled', SMTP_URL: 'smtp://mail' }, { DATA_DIR: '' }]
  expect(filledSettings(given)).toMatchObject({ DATA_DIR: '/srv/filled' })
  expect(filledSettings(given)).not.toHaveProperty('SMTP_URL')
  expect(filledSettings(unset)).toMatchObject({ DATA_DIR: './data/filled' })
})

test('the site is filled in development alone', async () => {
  const { code, output } = await runCommand({
    args: ['main/main.ts', '--filled'],
    limitSeconds: 60,
  })
  expect([code, output]).toEqual([1, expect.stringContaining('npm run dev -- --filled')])
})
