import type { ClientBase } from 'pg'
import type { MigrationMark } from './copy-format.ts'

/** The migrations that a database has had, oldest first; none before its first start. */
export async function readAppliedMigrations(client: ClientBase): Promise<MigrationMark[]> {
  const journal = 'drizzle.__drizzle_migrations'
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [journal])
  if (!rows[0].exists) return []
  const marks = `select hash, created_at::text as at from ${journal} order by created_at`
  return (await client.query<MigrationMark>(marks)).rows
}
