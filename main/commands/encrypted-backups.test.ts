import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-encrypted-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a key file for the tool age from the output of `npm run backup -- keygen`. */
async function makeKey() {
  const made = await runTerminal('backup', ['keygen'], { DATA_DIR: join(folder, 'none') })
  const [, identity] = /^(AGE-SECRET-KEY-1[A-Z0-9]+)$/m.exec(made.stdout) ?? []
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# age1[a-z0-9]+$/m) })
  return identity!
}

test('a backup is encrypted with BACKUP_KEY, proved, and restored with that key alone', async () => {
  const [dataDir, copies] = [join(folder, 'data'), join(folder, 'copies')]
  await withDatabase({ dataDir }, async (opened) => {
    await migrateDatabase(opened)
    const text = "insert into administrators (username, password_hash) values ('thandi', 'b')"
    await opened.pool.query(text)
  })
  const settings = { DATA_DIR: dataDir, BACKUP_URL: copies }
  const [key, other] = [await makeKey(), await makeKey()]
  const plain = await runTerminal('backup', [], settings)
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('verified') })
  const made = await runTerminal('backup', [], { ...settings, BACKUP_KEY: key })
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('.ndjson.gz.age in ') })
  const names = readdirSync(copies).toSorted()
  expect(names.map((name) => name.endsWith('.age'))).toEqual([false, true])
  const start = readFileSync(join(copies, names[1]!)).subarray(0, 21).toString()
  expect(start).toBe('age-encryption.org/v1')

  const target = { DATA_DIR: join(folder, 'target'), BACKUP_URL: copies }
  const keyless = await runTerminal('restore', ['newest'], target)
  expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('set BACKUP_KEY') })
  const wrong = await runTerminal('restore', ['newest'], { ...target, BACKUP_KEY: other })
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('another key') })
  const restored = await runTerminal('restore', ['newest'], { ...target, BACKUP_KEY: key })
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const rows = await withDatabase({ dataDir: target.DATA_DIR }, ({ pool }) =>
    pool.query('select username from administrators'),
  )
  expect(rows.rows).toEqual([{ username: 'thandi' }])

  const older = await runTerminal('restore', [names[0]!], { ...target, BACKUP_KEY: key })
  expect(older).toMatchObject({ code: 0, stderr: '' })
}, 240_000)
