import { expect, test, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { keepTidy, tidy } from './keep-tidy.ts'

async function crowdedDatabase() {
  const { pool } = await testDatabase()
  await pool.query('create table if not exists crowd (id int, note text)')
  await pool.query('truncate crowd')
  await pool.query(`insert into crowd select n, repeat('x', 500) from generate_series(1, 2000) n`)
  await pool.query(`update crowd set note = 'y'`)
  return pool
}

test(
  'tidying tells the planner how many rows a table has, and leaves them as they are',
  { tags: 'postgres' },
  async () => {
    const pool = await crowdedDatabase()
    await tidy(pool)
    const { rows } = await pool.query(`select reltuples::int as known,
    (select count(*)::int from crowd) as counted from pg_class where relname = 'crowd'`)
    expect(rows).toEqual([{ known: 2000, counted: 2000 }])
    await pool.query('drop table crowd')
  },
)

test(
  'the log of what was written is let go of, over growing while the site runs',
  { tags: 'postgres' },
  async () => {
    const pool = await crowdedDatabase()
    const replayed = 'select redo_lsn::text as from from pg_control_checkpoint()'
    const before = (await pool.query(replayed)).rows[0].from
    await tidy(pool)
    expect((await pool.query(replayed)).rows[0].from).not.toBe(before)
    await pool.query('drop table crowd')
  },
)

test('it is done after two minutes, then every hour, and no more once it is ended', async () => {
  vi.useFakeTimers()
  const query = vi.fn<(text: string) => Promise<{ rows: [] }>>(async () => ({ rows: [] }))
  const end = keepTidy({ query } as never, () => {})
  const rounds = () => query.mock.calls.filter(([text]) => text === 'checkpoint').length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(rounds()).toBe(1)
  await vi.advanceTimersByTimeAsync(3 * 3_600_000)
  expect(rounds()).toBe(4)
  end()
  await vi.advanceTimersByTimeAsync(3 * 3_600_000)
  expect(rounds()).toBe(4)
  vi.useRealTimers()
})
