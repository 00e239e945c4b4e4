import { isBeforeBaseline, readAppliedMigrations, readMigrations } from '#platform/db/migrations.ts'
import type { HealthFinding } from '#features/health/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { green, red, writeBytes, yellow, type WithDatabase } from './findings.ts'

/** Oldest supported version of PostgreSQL; older ones lack features that the schema uses. */
const oldestServer = 15
/** Response time in milliseconds from which on pages are noticeably slow. */
const slowMs = 500

/** Checks that the database responds and accepts writes, and its response time, version and size. */
export async function checkDatabase({ database }: WithDatabase): Promise<HealthFinding[]> {
  const { pool, kind } = database
  const { rows } = await pool.query<{
    number: number
    version: string
    readOnly: boolean
    size: string
  }>(`select current_setting('server_version_num')::int as number,
    split_part(current_setting('server_version'), ' ', 1) as version,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "readOnly",
    pg_database_size(current_database())::text as size`)
  const { number, version, readOnly, size } = rows[0]!
  const began = performance.now()
  await pool.query('select 1')
  const lagMs = Math.round(performance.now() - began)
  const name = kind === 'embedded' ? `The embedded database` : 'The server of DATABASE_URL'
  if (Math.floor(number / 10_000) < oldestServer) {
    const words = `${name} is PostgreSQL ${version}: ${oldestServer} or newer is required. Upgrade it.`
    return [red('database', words)]
  }
  if (readOnly) {
    const words = `${name} is read-only: it is a replica or configured so. Set DATABASE_URL to the primary.`
    return [red('database', words)]
  }
  if (lagMs > slowMs) {
    const words = `${name} takes ${lagMs} ms to answer. Check its load, and move it closer to the site.`
    return [yellow('database', words)]
  }
  const words = `${name} answers in ${lagMs} ms: PostgreSQL ${version}, ${writeBytes(Number(size))}.`
  return [green('database', words)]
}

/** Checks that the migrations applied to the database are those of this release. */
export async function checkMigrations({ database }: WithDatabase): Promise<HealthFinding[]> {
  const client = await database.pool.connect()
  try {
    const applied = await readAppliedMigrations(client)
    const known = readMigrations()
    if (applied.length === 0) {
      return [yellow('migrations', 'There are no tables yet: the first start creates them.')]
    }
    const hashes = new Set(known.map(({ hash }) => hash))
    if (isBeforeBaseline(applied)) {
      const words =
        'The tables are too old for this release. Start the previous release once first; see Upgrade in docs/operations.md.'
      return [red('migrations', words)]
    }
    if (applied.some(({ hash }) => !hashes.has(hash))) {
      const words =
        'The tables are from a newer release. Start that release, or restore a backup of this one.'
      return [red('migrations', words)]
    }
    const pending = known.length - applied.length
    if (pending > 0) {
      const words = `${writeCount(pending, 'migration')} to come: the next start makes ${pending === 1 ? 'it' : 'them'}. Make a backup first.`
      return [yellow('migrations', words)]
    }
    return [green('migrations', `The tables match this release.`)]
  } finally {
    client.release()
  }
}

const manyShare = 0.75
const nearlyAllShare = 0.9

/** Checks how many of the PostgreSQL server's connections all its clients use together. */
export async function checkConnections({ database }: WithDatabase): Promise<HealthFinding[]> {
  if (database.kind === 'embedded') return []
  const { rows } = await database.pool.query<{ used: number; most: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  )
  const { used, most } = rows[0]!
  const words = `${used} of the server's ${most} connections are taken`
  const way =
    'Raise max_connections, use a connection pooler, or find other clients in pg_stat_activity.'
  if (used >= most * nearlyAllShare) return [red('connections', `${words}. ${way}`)]
  if (used >= most * manyShare) return [yellow('connections', `${words}. ${way}`)]
  return [green('connections', `${words}.`)]
}

const lateSeconds = 10
const veryLateSeconds = 60

/**
 * Checks how far replicas lag behind. Returns no result without replicas, or if the database user may not see them.
 */
export async function checkReplicas({ database }: WithDatabase): Promise<HealthFinding[]> {
  if (database.kind === 'embedded') return []
  const { rows } = await database.pool.query<{ count: number; lag: number | null }>(
    `select count(*)::int as count, max(extract(epoch from replay_lag))::float8 as lag
      from pg_stat_replication where usename is not null`,
  )
  const { count, lag } = rows[0]!
  if (count === 0) return []
  const lagSeconds = Math.round(lag ?? 0)
  const words = `${writeCount(count, 'replica')}, ${writeCount(lagSeconds, 'second')} behind at most.`
  const way = 'Confirmed data may be lost if the primary fails: check the replica.'
  if (lagSeconds > veryLateSeconds) return [red('replicas', `${words} ${way}`)]
  return lagSeconds > lateSeconds
    ? [yellow('replicas', `${words} ${way}`)]
    : [green('replicas', words)]
}
