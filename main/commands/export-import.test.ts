import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from '#platform/db/embedded/lock.ts'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { runTerminal } from '#tests/support/run-terminal.ts'
import { withDatabase } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-commands-'))

afterAll(() => rmSync(folder, { recursive: true }))

function run(command: 'export' | 'import', dataDir: string, file: string) {
  return runTerminal(command, [file], { DATA_DIR: dataDir })
}

test('export and import move an embedded database, and both refuse while its folder is in use', async () => {
  const dataDir = join(folder, 'first')
  const file = join(folder, 'backup.ndjson.gz')
  await withDatabase({ dataDir }, async (opened) => {
    await migrateDatabase(opened)
    await opened.pool.query(
      "insert into administrators (username, password_hash) values ('a', 'b')",
    )
  })

  const lock = await lockDataFolder(dataDir)
  const refusals = [
    await run('export', dataDir, file),
    await run('import', dataDir, 'package.json'),
  ]
  await lock.release()
  for (const { code, stderr } of refusals) {
    expect(code).toBe(1)
    expect(stderr).toMatch(`in use by process ${process.pid} `)
    expect(stderr).not.toContain('    at ')
  }
  expect(existsSync(file)).toBe(false)

  expect(await run('export', dataDir, file)).toMatchObject({ code: 0, stderr: '' })
  const noted = await withDatabase({ dataDir }, ({ pool }) =>
    pool.query('select action, username from audit_log'),
  )
  expect(noted.rows).toEqual([{ action: 'export', username: null }])
  const moved = join(folder, 'second')
  const imported = await run('import', moved, file)
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported 1 rows') })
  const names = await withDatabase({ dataDir: moved }, ({ pool }) =>
    pool.query('select username from administrators'),
  )
  expect(names.rows).toEqual([{ username: 'a' }])
}, 120_000)

test('there is nothing to export from a folder without a database, and none is made', async () => {
  const dataDir = join(folder, 'nothing')
  const refused = await run('export', dataDir, join(folder, 'nothing.gz'))
  expect(refused).toMatchObject({
    code: 1,
    stderr: `There is no database in ${dataDir} (DATA_DIR).\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

test('an import of a file that is not there says so and makes no database', async () => {
  const dataDir = join(folder, 'missing')
  const refused = await run('import', dataDir, join(folder, 'missing.gz'))
  expect(refused).toMatchObject({
    code: 1,
    stderr: `There is no file ${join(folder, 'missing.gz')}.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})
