import { expect, onTestFinished, test } from 'vitest'
import { importAttendees, listImportBatches } from '#features/imports/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { openDatabase } from '#platform/db/open.ts'
import { firstEvent } from './support/first-event.ts'
import { startedPostgres } from './support/postgres.ts'
import { startGreenroom, type GreenroomOptions } from './support/start-greenroom.ts'

const parts = 4
const rowsInPart = 1000
const bounded = { timeout: 300_000 }

async function start(options: GreenroomOptions = {}) {
  const greenroom = await startGreenroom({ ...options, env: { RATE_LIMITS: 'off' } })
  onTestFinished(() => greenroom.close())
  const { url, adminUsername: username, adminPassword: password } = greenroom
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await post(logInAdministrator.path, { username, password })
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    greenroom,
    async importPart(attendees: object[]) {
      const answer = await post(importAttendees.path, { attendees, batchId: 'long' }, cookie)
      expect(answer.status).toBe(200)
    },
    undo: () => post('/api/admin/import-batches/long/undo', {}, cookie),
    async readBatch() {
      const answer = await fetch(url + listImportBatches.path, { headers: { cookie } })
      const [batch] = listImportBatches.reply.parse(await answer.json())
      return batch!
    },
  }
}

const nobody = { users: 0, access: 0, people: 0, noted: 0 }

/**
 * Kills the site after the first portion of an undo and completes it after a restart. Returns the remaining
 * people.
 */
async function killWhileUndoing(options: GreenroomOptions = {}) {
  const { greenroom, importPart, readBatch, undo } = await start(options)
  const eventId = await firstEvent(greenroom)
  for (let part = 0; part < parts; part++) {
    const attendees = Array.from({ length: rowsInPart }, (_, row) => ({
      firstName: 'Thandi',
      lastName: 'Nkosi',
      email: `p${part * rowsInPart + row}@example.com`,
      eventIdentifier: row % 2 ? String(eventId) : undefined,
    }))
    await importPart(attendees)
  }
  const cutOff = undo().then(
    ({ status }) => status,
    () => 'no answer',
  )
  // The next poll starts after the previous response, which on the embedded database is between portions.
  let batch = await readBatch()
  while (batch.removed === 0) batch = await readBatch()
  await greenroom.kill()
  expect(await cutOff).toBe('no answer')

  await greenroom.restart()
  const half = await readBatch()
  expect(half).toMatchObject({ undoBeganAt: expect.any(String), undoneAt: null })
  expect(half.removed).toBeLessThan(2 * parts * rowsInPart)
  const finished = await undo()
  const total = { removed: 2 * parts * rowsInPart, restored: 0, left: 0 }
  expect([finished.status, await finished.json()]).toMatchObject([200, total])
  expect(await readBatch()).toMatchObject({ undoneAt: expect.any(String) })
  await greenroom.stop()
  const database = await openDatabase(greenroom)
  try {
    const { rows } = await database.pool.query(`select (select count(*) from users)::int as users,
      (select count(*) from video_access)::int as access, (select count(*) from people)::int as people,
      (select count(*) from import_batch_changes)::int as noted`)
    return rows[0]
  } finally {
    await database.close()
  }
}

test(
  'an undo that kill -9 cut off is finished after the next start, on the embedded database',
  bounded,
  async () => {
    expect(await killWhileUndoing()).toEqual(nobody)
  },
)

test(
  'an undo that kill -9 cut off is finished after the next start, on PostgreSQL',
  { ...bounded, tags: 'postgres-only' },
  async () => {
    const server = await startedPostgres()
    const options = { databaseUrl: server.url, cleanUp: server.stop }
    expect(await killWhileUndoing(options)).toEqual(nobody)
  },
)
