import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, type OpenDatabase } from '#platform/db/open.ts'
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

/**
 * Most tables hold nothing or a few rows, which are deleted: truncating all of them takes fifteen times
 * as long, before every test. A large one is truncated, since deleted rows stay in its pages, and so is
 * one that the planner has figures of, which would outlive its rows. Triggers are off: the audit log
 * refuses to be emptied, as it should.
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
