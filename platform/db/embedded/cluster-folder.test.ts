import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { clusterFiles, clusterVersion, prepareCluster, versionFile } from './cluster-folder.ts'
import { copyKeptCluster } from './kept-cluster.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-cluster-'))

afterAll(() => rmSync(dataDir, { recursive: true }))

/** Creates a data folder with a database of the given version. */
function folderMadeBy(name: string, version: string | undefined) {
  const folder = join(dataDir, name)
  mkdirSync(join(folder, 'database', 'files'), { recursive: true })
  if (version) writeFileSync(join(folder, 'database', versionFile), version)
  return folder
}

test('the version that the marker names is the one of the installed PGlite', async () => {
  const opened = await openDatabase({ dataDir })
  const { rows } = await opened.pool.query('select version()')
  await opened.close()
  expect(rows[0].version).toMatch(`PostgreSQL ${clusterVersion.postgres}.`)
  expect(rows[0].version).toMatch(`(PGlite ${clusterVersion.pglite}.`)
  expect(readFileSync(join(dataDir, 'database', 'files', 'PG_VERSION'), 'utf8').trim()).toBe(
    clusterVersion.postgres,
  )
})

test("another version's database is refused, naming both and the way over", async () => {
  const folder = folderMadeBy('older', '{"pglite":"0.3","postgres":"17"}')
  const refusal = await prepareCluster(folder).catch((error: Error) => error.message)
  expect(refusal).toContain('made by PGlite 0.3 (PostgreSQL 17)')
  expect(refusal).toContain(
    `PGlite ${clusterVersion.pglite} (PostgreSQL ${clusterVersion.postgres})`,
  )
  expect(refusal).toContain('npm run export')
  expect(refusal).toContain('npm run import')
})

test('a database that does not say its version is refused', async () => {
  const nothing = prepareCluster(folderMadeBy('unmarked', undefined))
  await expect(nothing).rejects.toThrow('has no version')
  const nonsense = prepareCluster(folderMadeBy('garbled', 'null'))
  await expect(nonsense).rejects.toThrow('has no version')
})

test('an empty database is kept for the next, and nothing of a site comes into it', async () => {
  const opened = await openDatabase({ dataDir: join(dataDir, 'earlier') })
  await opened.pool.query('create table kept (word text)')
  await opened.close()
  const files = join(dataDir, 'copied')
  expect(copyKeptCluster(files)).toBe(true)
  expect(readdirSync(files).toSorted()).toEqual(
    readdirSync(clusterFiles(join(dataDir, 'earlier'))).toSorted(),
  )
  const later = await openDatabase({ dataDir: join(dataDir, 'later') })
  await expect(later.pool.query('select * from kept')).rejects.toThrow('does not exist')
  await later.close()
})

test('a first start that was interrupted is started afresh', async () => {
  const folder = join(dataDir, 'interrupted')
  mkdirSync(join(folder, 'database.unfinished', 'files', 'base'), { recursive: true })
  const opened = await openDatabase({ dataDir: folder })
  expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await opened.close()
})

test('a restore that was ended between moving the old database aside and the new one in is undone', async () => {
  const folder = join(dataDir, 'cut-off')
  const opened = await openDatabase({ dataDir: folder })
  await opened.pool.query('create table kept (word text)')
  await opened.close()
  renameSync(join(folder, 'database'), join(folder, 'database-before-2026-11-21T08-00-00-000Z'))
  mkdirSync(join(folder, 'database-before-2025-01-01T08-00-00-000Z'))
  for (const name of ['restoring-old', 'fetched-old', 'restoring-new'])
    mkdirSync(join(folder, name))
  const longAgo = Date.now() / 1000 - 48 * 3600
  for (const name of ['restoring-old', 'fetched-old'])
    utimesSync(join(folder, name), longAgo, longAgo)

  const again = await openDatabase({ dataDir: folder })
  expect((await again.pool.query('select * from kept')).rows).toEqual([])
  await again.close()
  const names = readdirSync(folder)
  expect(names).toContain('restoring-new')
  expect(names).toContain('database-before-2025-01-01T08-00-00-000Z')
  expect(names.filter((name) => /-old$|before-2026/.test(name))).toEqual([])
})
