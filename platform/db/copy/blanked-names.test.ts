import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#platform/db/migrate.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { openEmptyDatabase } from '#tests/support/open-empty-database.ts'
import { exportDatabase } from './export-database.ts'
import { importDatabase } from './import-database.ts'

/** How many migrations there were while the log held what was typed. */
const before = 13

async function expectBlanked({ db, pool }: OpenDatabase) {
  const { rows } = await db.execute(sql`select action, username from audit_log order by id`)
  expect(rows).toEqual([
    { action: 'sign_in', username: 'left long ago' },
    { action: 'sign_in_failed', username: '' },
    { action: 'sign_in_failed', username: 'organiser' },
    { action: 'export', username: null },
  ])
  expect((await db.execute(sql`select * from rate_limits`)).rows).toEqual([])
  for (const statement of ["update audit_log set username = 'x'", 'delete from audit_log']) {
    await expect(pool.query(statement)).rejects.toThrow('append-only')
  }
}

test('an upgrade blanks what strangers typed, an older copy is blanked when imported, and the log stays closed', async () => {
  const older = await openEmptyDatabase()
  await migrateDatabase(older, { count: before })
  await older.db.execute(
    sql`insert into administrators (username, password_hash) values ('organiser', '')`,
  )
  await older.db.execute(sql`insert into audit_log (action, username) values
    ('sign_in', 'left long ago'), ('sign_in_failed', 'correct horse battery'),
    ('sign_in_failed', 'organiser'), ('export', null)`)
  await older.db.execute(sql`insert into rate_limits (key, points, expire)
    values ('adminLoginFailures:203.0.113.9 correct horse battery', 1, 0)`)
  let copy = ''
  for await (const piece of exportDatabase(older, new Date())) copy += piece
  expect(copy).toContain('horse')

  await migrateDatabase(older)
  await expectBlanked(older)

  const target = await openEmptyDatabase()
  async function* text() {
    yield copy
  }
  await importDatabase(target, text())
  await expectBlanked(target)
})
