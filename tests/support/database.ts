import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
import { databaseAddress } from './database-address.ts'

export type TestDatabase = OpenDatabase & {
  /** Empties every table and resets the ids. */
  truncate(): Promise<void>
}

let opening: Promise<TestDatabase> | undefined

/**
 * Returns the worker's migrated database, embedded in memory or on TEST_DATABASE_URL's server. All files of a
 * worker share it, so a test empties its tables first and reverts other changes.
 */
export function testDatabase(): Promise<TestDatabase> {
  return (opening ??= openTestDatabase())
}

/** Returns a second migrated, empty database until the test ends. */
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

/**
 * Deletes the rows of small tables, because truncating all tables takes fifteen times as long. Truncates large
 * tables, and those with planner statistics. Disables triggers, because the audit log rejects deletions.
 */
async function truncate({ pool }: OpenDatabase) {
  await pool.query(emptyTables)
}

const emptyTables = `do $$
declare
  filled record;
begin
  set local session_replication_role = replica;
  for filled in
    select format('%I.%I', n.nspname, c.relname) as name,
      pg_relation_size(c.oid) > 250000 or c.reltuples >= 0 as truncated
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and pg_relation_size(c.oid) > 0
      and (n.nspname = 'public' or n.nspname = 'jobs' and c.relname like 'job%' and c.relname <> 'job_version')
  loop
    if filled.truncated then
      execute format('truncate %s cascade', filled.name);
    else
      execute format('delete from %s', filled.name);
    end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`
