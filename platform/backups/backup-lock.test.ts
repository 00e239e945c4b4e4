// @module-tag postgres
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { testDatabase } from '#tests/support/database.ts'
import { withBackupLock } from './backup-lock.ts'

/** The same database as another node has it; the embedded one has only the one process. */
async function anotherNode() {
  const database = await testDatabase()
  if (database.kind === 'embedded') return database
  const opened = await openDatabase({ databaseUrl: database.url!, dataDir: '' })
  onTestFinished(() => opened.close())
  return opened
}

test('of two backups at the same time only one is made, and the next has its turn after it', async () => {
  const database = await testDatabase()
  const other = await anotherNode()
  const begun = Promise.withResolvers<void>()
  const { promise: isEnded, resolve: end } = Promise.withResolvers<string>()
  const first = withBackupLock(database, async () => {
    begun.resolve()
    return isEnded
  })
  await begun.promise
  expect(await withBackupLock(other, async () => 'second')).toBeUndefined()
  expect(await withBackupLock(database, async () => 'third')).toBeUndefined()
  end('first')
  expect(await first).toBe('first')
  expect(await withBackupLock(other, async () => 'fourth')).toBe('fourth')
})

test('a turn whose work fails is given up as well', async () => {
  const database = await testDatabase()
  const failing = withBackupLock(database, () => Promise.reject(new Error('no room')))
  await expect(failing).rejects.toThrow('no room')
  expect(await withBackupLock(database, async () => 'next')).toBe('next')
})
