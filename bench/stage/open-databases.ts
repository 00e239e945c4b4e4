import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/** Yields an empty database of the product on each engine, without a site; `only` selects one. */
export async function* openDatabases(
  only: string | undefined,
): AsyncGenerator<{ kind: string; database: OpenDatabase }> {
  if (only !== 'postgres') {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
    yield* lend('embedded', await openDatabase({ dataDir }))
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (only === 'embedded') return
  const server = await startPostgres({ durable: true })
  if (server.url === null) {
    console.log(`\nnot measured on a PostgreSQL server: ${server.reason}`)
    return
  }
  yield* lend('postgres', await openDatabase({ databaseUrl: server.url, dataDir: '' }))
  await server.stop()
}

/** Returns a tenth of the usual size, the usual size and, on PostgreSQL, ten times as much. */
export function sizesOf({ kind }: Pick<OpenDatabase, 'kind'>, usual: number): number[] {
  return [usual / 10, usual, ...(kind === 'postgres' ? [usual * 10] : [])]
}

async function* lend(kind: string, database: OpenDatabase) {
  await migrateDatabase(database)
  yield { kind, database }
  await database.close()
}
