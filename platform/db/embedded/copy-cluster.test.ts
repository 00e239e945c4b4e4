import { mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { hasCluster } from './cluster-folder.ts'
import { copyCluster } from './copy-cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'greenroom-copied-'))
const dataDir = join(folder, 'in-use')
/** Enough rows for the copy to take a while. */
const pairs = 5_000
let source: OpenDatabase

beforeAll(async () => {
  source = await openDatabase({ dataDir })
  await source.pool.query(`create table pairs (one int, other int, note text);
    create index on pairs (one);
    insert into pairs select n, n, repeat('x', 500) from generate_series(1, ${pairs}) n`)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

/** Runs queries in sequence until `end` is called, which returns how many were answered. */
function keepAsking(ask: (number: number) => Promise<unknown>) {
  let isOver = false
  let answered = 0
  async function run() {
    for (;;) {
      if (isOver) return
      await ask(answered)
      answered += 1
    }
  }
  const running = run()
  return {
    answered: () => answered,
    async end() {
      isOver = true
      await running
    },
  }
}

test('a copy of a database in use opens elsewhere as of one moment during the copy', async () => {
  const writing = keepAsking((number) =>
    source.pool.query(`insert into pairs values (${pairs + 1 + number}, 0, ''); update pairs set
      other = one, note = repeat('y', 400) where one in (${pairs + 1 + number}, ${1 + number * 7})`),
  )
  await vi.waitUntil(() => writing.answered() > 20, 30_000)
  const before = writing.answered()
  await copyCluster(dataDir, join(folder, 'copy'))
  const after = writing.answered() + 1
  await writing.end()
  expect(after - before).toBeGreaterThan(2)

  const copy = await openDatabase({ dataDir: join(folder, 'copy') })
  onTestFinished(() => copy.close())
  const { rows } = await copy.pool.query<{ count: number; highest: number; whole: number }>(
    `select count(*)::int as count, max(one) as highest,
      (count(*) filter (where one = other))::int as whole from pairs`,
  )
  const { count, highest, whole } = rows[0]!
  expect(count - pairs).toBeGreaterThanOrEqual(before)
  expect(count - pairs).toBeLessThanOrEqual(after)
  expect([highest, whole]).toEqual([count, count])
  await copy.pool.query('insert into pairs values (0, 0)')
  expect((await source.pool.query('select from pairs where one = 0')).rowCount).toBe(0)
})

test('a copy that a checkpoint gets between is begun again', async () => {
  const target = join(folder, 'overtaken')
  const removing = vi.fn<typeof rm>(rm)
  const copying = copyCluster(dataDir, target, { rm: removing, statfs })
  await vi.waitUntil(() => hasCluster(target), 30_000)
  await source.pool.query('update pairs set other = 1 where one = 1')
  await source.pool.query('checkpoint')
  await copying
  expect(removing).toHaveBeenCalledTimes(2)
})

test('nothing is copied to a disk that a copy could fill', async () => {
  const small = { rm, statfs: async () => ({ bavail: 10, bsize: 1_000_000 }) }
  const target = join(folder, 'no-room')
  await expect(copyCluster(dataDir, target, small)).rejects.toThrow(
    /^A backup temporarily needs \d+ MB on the disk of DATA_DIR, but only 10 MB are free\.$/,
  )
  expect(hasCluster(target)).toBe(false)
})
