import { expect, test, vi } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { importingAttendees, lindiwe } from '#tests/support/importing-attendees.ts'
import { startVacuuming, vacuum } from './vacuum.ts'

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
    await vacuum(pool)
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
    await vacuum(pool)
    expect((await pool.query(replayed)).rows[0].from).not.toBe(before)
    await pool.query('drop table crowd')
  },
)

test('it is done after two minutes, then every hour, and no more once it is ended', async () => {
  vi.useFakeTimers()
  const query = vi.fn<(text: string) => Promise<{ rows: [] }>>(async () => ({ rows: [] }))
  const end = startVacuuming({ query } as never, () => {})
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

test('a list imported after an empty database was tidied finds its people by index', async () => {
  const { db, database, run } = await importingAttendees()
  await buildEvent(db)
  // The state of a new site: tables without statistics.
  await database.pool.query('truncate users, video_access cascade')
  await vacuum(database.pool)
  await database.pool.query('select pg_stat_reset()')
  for (const part of [1, 2, 3]) {
    const emails = Array.from({ length: 200 }, (_, row) => `person${part}.${row}@example.com`)
    await run(...emails.map((email) => ({ ...lindiwe, email, eventIdentifier: 'null' })))
  }
  await database.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await database.pool.query(
    `select seq_tup_read::int as read from pg_stat_user_tables where relname = 'video_access'`,
  )
  expect(rows[0].read).toBeLessThan(600 * 10)
})
