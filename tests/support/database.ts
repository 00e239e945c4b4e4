import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { databaseAddress } from './database-address.ts'

export type TestDatabase = OpenDatabase & {
  /** Empties every table and starts the ids at 1 again. */
  truncate(): Promise<void>
}

let opening: Promise<TestDatabase> | undefined

/**
 * The worker's own migrated database, embedded in memory or on the server that TEST_DATABASE_URL
 * names: the same one at every call and in every file, so a test begins by emptying its tables and
 * takes back what else it changes. It ends with its worker.
 */
export function testDatabase(): Promise<TestDatabase> {
  return (opening ??= openTestDatabase())
}

/** A migrated, empty database beside that one until the test ends, for what is restored from it. */
export async function anotherTestDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  return database
}

async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('databaseTemplate')
  if (!template) throw new Error('tests/support/global-setup.ts is not among the global setups')
  const database =
    template.kind === 'postgres'
      ? await copyOnServer(template.serverUrl, template.template)
      : await openDatabase({
          dataDir: '',
          embedded: { storage: { snapshotFile: template.snapshotFile } },
        })
  return { ...database, truncate: () => truncate(database) }
}

async function copyOnServer(serverUrl: string, template: string): Promise<OpenDatabase> {
  const name = `greenroom_${randomBytes(6).toString('hex')}`
  const server = new Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`create database ${name} template ${template}`)
  await server.end()
  return openDatabase({ databaseUrl: databaseAddress(serverUrl, name), dataDir: '' })
}

async function truncate({ pool }: OpenDatabase) {
  const { rows } = await pool.query(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public'",
  )
  if (!rows[0].names) return
  // One message is one transaction. The audit log refuses to be emptied, as it should.
  await pool.query(`alter table audit_log disable trigger user;
    truncate jobs.job, ${rows[0].names} restart identity cascade;
    alter table audit_log enable trigger user`)
}
