import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { getBackups } from '#features/administrators/contract.ts'
import { writeCopyFile } from '#platform/db/copy/copy-file.ts'
import { exportDatabase } from '#platform/db/copy/export-database.ts'
import { openBucketStandIn } from '#tests/support/bucket-stand-in.ts'
import { buildPerson } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { type BackupStore, openBackupStore } from './backup-store.ts'
import { proveBackup, type BackupTask } from './backup-tasks.ts'
import { nameBackup } from './kept-backups.ts'
import { makeBackup } from './make-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-make-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Replaces the slow restore check in tests about other behaviour. */
const unproved = async () => ({ people: 1, rows: 1 })

/**
 * Runs the tasks in this process, because an in-memory database has no files. `spoil` may corrupt the backup.
 */
async function openStage(spoil: (text: string) => string = (text) => text, prove = proveBackup) {
  const site = await testApp({ config: { backup: { kind: 'folder', folder } } })
  const { database, clock } = site
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const backupFolder = join(dataDir, 'copies')
  async function runTask(task: BackupTask) {
    if (task.kind === 'prove') return prove(task)
    await writeCopyFile(task.file, exportDatabase(database, new Date(task.madeAt)))
    writeFileSync(task.file, gzipSync(spoil(gunzipSync(readFileSync(task.file)).toString())))
    return null
  }
  const store = openBackupStore({ kind: 'folder', folder: backupFolder })
  const make = (into: BackupStore = store) =>
    makeBackup(database.db, { store: into, database, dataDir, now: clock.now, runTask })
  const readStatus = async () => (await (await site.asAdmin()).call(getBackups)).body
  return { ...site, dataDir, backupFolder, make, readStatus }
}

test('a good backup is counted, stored, and shown in the admin area until it is two days old', async () => {
  const { db, clock, make, readStatus, backupFolder, dataDir } = await openStage()
  expect(await readStatus()).toEqual({
    isConfigured: true,
    isEncrypted: false,
    last: null,
    failure: null,
    isOverdue: true,
  })
  await buildPerson(db)
  await buildPerson(db)
  const made = await make()
  expect(made).toMatchObject({ people: 2, name: nameBackup(clock.now()) })
  expect(readdirSync(backupFolder)).toEqual([made!.name])
  expect(readdirSync(dataDir)).toEqual(['copies'])
  const last = { madeAt: clock.now().toISOString(), people: 2 }
  expect(await readStatus()).toMatchObject({
    isConfigured: true,
    last,
    failure: null,
    isOverdue: false,
  })
  clock.set('2026-12-03T08:00:00Z')
  expect(await readStatus()).toMatchObject({ last, isOverdue: false })
  clock.set('2026-12-03T08:00:01Z')
  expect(await readStatus()).toMatchObject({ last, isOverdue: true })
})

test('only administrators see backups', async () => {
  const { call } = await openStage()
  expect((await call(getBackups)).status).toBe(401)
})

const spoilt = [
  ['breaks off', (text: string) => text.slice(0, -200), 'incomplete|damaged'],
  ['is garbled', (text: string) => text.replace('["1"', '["1"]['), 'damaged'],
  [
    'holds fewer rows of a table than it notes',
    (text: string) => text.replace('"users":2', '"users":3'),
    '"users" has 2 rows in a database restored from the backup instead of 3',
  ],
] as const

test.for(spoilt)(
  'a backup that %s is no good backup, and takes no older one away',
  async ([, spoil, words]) => {
    const { db, make, readStatus, backupFolder, dataDir, clock } = await openStage(spoil)
    const older = nameBackup(new Date('2026-11-01T03:00:00Z'))
    mkdirSync(backupFolder)
    writeFileSync(join(backupFolder, older), 'older')
    await buildPerson(db)
    await buildPerson(db)
    await expect(make()).rejects.toThrow(new RegExp(words))
    expect(readdirSync(backupFolder)).toEqual([older])
    expect(readdirSync(dataDir)).toEqual(['copies'])
    expect(await readStatus()).toMatchObject({
      last: null,
      failure: { at: clock.now().toISOString(), reason: expect.stringMatching(words) },
      isOverdue: true,
    })
  },
)

test('a storage error is shown with the last good backup, until the next one succeeds', async () => {
  const { make, readStatus, clock } = await openStage(undefined, unproved)
  const bucket = await openBucketStandIn()
  onTestFinished(() => bucket.close())
  const store = openBackupStore(bucket.config)
  await make(store)
  clock.set('2026-12-02T03:00:00Z')
  bucket.behave({ refuses: { method: 'PUT', status: 403, code: 'AccessDenied' } })
  await expect(make(store)).rejects.toThrow('403 AccessDenied')
  expect(bucket.objects.size).toBe(1)
  const { last, failure } = await readStatus()
  expect(last?.madeAt).toBe('2026-12-01T08:00:00.000Z')
  expect(failure?.reason).toContain('403 AccessDenied')
  expect(JSON.stringify(failure)).not.toContain(bucket.config.secret)
  bucket.behave('well')
  clock.set('2026-12-02T04:00:00Z')
  await make(store)
  expect(await readStatus()).toMatchObject({
    failure: null,
    last: { madeAt: '2026-12-02T04:00:00.000Z' },
  })
  // The rejected backup left no object.
  expect(bucket.objects.size).toBe(2)
})
