import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import {
  columnOf,
  idsOf,
  importedTables,
  type ImportedTable,
  type Portion,
  countPeopleOf,
} from './written-rows.ts'

/** For each table, why its rows block the undo of an import, as the organiser reads it after the person's name. */
const reasons: Record<string, string> = {
  event_registrations: 'has registered for an event since',
  form_answers: 'has answered a question of the form since',
  video_access: 'got video access since',
  consents: 'has registered on the site since',
  user_groups: 'has asked for future events since',
  mailing_list_members: 'is on the mailing list',
  webinar_seats: 'is registered in Zoom',
  attendance_marks: 'attended an event',
}

/** A foreign key of the database (`column` of the table `name`) that refers to a table to which imports write. */
export type Reference = { target: ImportedTable; name: string; column: string }

/**
 * Returns all foreign keys to tables that imports write. Reads them from the database's constraints, so
 * that future tables are included.
 */
export async function readReferences(tx: Pick<Transaction, 'execute'>): Promise<Reference[]> {
  const { rows } = await tx.execute<Reference>(sql`
    select target.relname as target, c.relname as name, a.attname as column
    from pg_constraint f
    join pg_class target on target.oid = f.confrelid
    join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and target.relnamespace = 'public'::regnamespace
      and target.relname in (${sql.join(
        importedTables.map((table) => sql`${table}`),
        sql`, `,
      )})`)
  return rows
}

/**
 * SQL for rows that another import has written, too, so that undoing this import would affect the other one. For rows
 * that this import added, any other import counts; for rows that it changed, only later ones.
 */
function inOtherImports(batchId: string, table: ImportedTable, portion: Portion) {
  const rows = portion[table]
  return sql`select ${table} as "table", o.row_id as id, 'import_batches' as name
    from import_batch_changes o
    join import_batches later on later.id = o.batch_id
    where o.table_name = ${table} and o.row_id = any(${columnOf(idsOf(rows))})
      and o.batch_id <> ${batchId} and (o.row_id = any(${columnOf(idsOf(rows.filter(({ isAdded }) => isAdded)))})
        or later.started_at > (select started_at from import_batches where id = ${batchId}))`
}

/**
 * SQL for the rows that this import added and to which rows from elsewhere refer, such as a registration that the
 * person made later.
 */
function referencedRows(batchId: string, { target, name, column }: Reference, portion: Portion) {
  const added = portion[target].filter(({ isAdded }) => isAdded)
  const own = (importedTables as readonly string[]).includes(name)
    ? sql`and not coalesce((select o.before is null or jsonb_exists(o.before, ${column})
        from import_batch_changes o where o.batch_id = ${batchId}
        and o.table_name = ${name} and o.row_id = r.id), false)`
    : sql``
  return sql`select ${target} as "table", r.${sql.identifier(column)} as id, ${name} as name
    from ${sql.identifier(name)} r
    where r.${sql.identifier(column)} = any(${columnOf(idsOf(added))}) ${own}`
}

/**
 * Returns the people who are known only because of this import, and so could open the library only because of it. Uses
 * look-ups per email, because PostgreSQL plans joins badly while table statistics are missing.
 */
async function findKnownOnlyByBatch(asked: Asked, batchId: string, emails: string[]) {
  const others = (table: 'users' | 'video_access') => sql`(
    select count(*) from ${sql.identifier(table)} k where k.email = added.email and not coalesce((
      select o.before is null from import_batch_changes o where o.batch_id = ${batchId}
        and o.table_name = ${table} and o.row_id = k.id), false))`
  const { rows } = await asked.execute<{ email: string }>(sql`
    select added.email from unnest(${sql.param(emails)}::text[]) added (email)
    where ${others('users')} = 0 and ${others('video_access')} = 0`)
  return rows.map(({ email }) => email)
}

type Asked = Pick<Transaction, 'execute'>
/** An imported row that must not be deleted, because a row of the table `name` depends on it. */
type Found = { table: string; id: number; name: string }

/**
 * Finds people whose imported rows cannot be undone, and adds their email and the reason to `found`: a row was changed
 * since, another row refers to it, or the person has used the library or received a mail because of the import.
 */
export async function findUndoBlockers(
  asked: Asked,
  batchId: string,
  { portion, references }: { portion: Portion; references: Reference[] },
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  const tables = importedTables.filter((table) => portion[table].length > 0)
  const emails = new Map(
    tables.flatMap((table) => portion[table].map(({ id, email }) => [`${table} ${id}`, email])),
  )
  const note = (email: string | null | undefined, reason: string) => {
    if (email) found.set(email, reason)
  }
  async function look(queries: SQL[], reasonOf: (name: string) => string) {
    if (queries.length === 0) return
    const { rows } = await asked.execute<Found>(sql.join(queries, sql` union all `))
    for (const { table, id, name } of rows) note(emails.get(`${table} ${id}`), reasonOf(name))
  }
  for (const table of tables) {
    for (const row of portion[table]) if (row.isChanged) note(row.email, 'was changed since')
  }
  const known = new Map(found)
  await look(
    tables.map((table) => inOtherImports(batchId, table, portion)),
    () => 'is in a later import',
  )
  // Another reason found below for the same person replaces 'is in a later import', which explains least.
  for (const [email, reason] of known) found.set(email, reason)
  await look(
    references
      .filter(({ target }) => portion[target].length > 0)
      .map((reference) => referencedRows(batchId, reference, portion)),
    (name) => reasons[name] ?? `is used elsewhere (${name})`,
  )
  const added = [...portion.users, ...portion.video_access].filter(({ isAdded }) => isAdded)
  if (added.length > 0) {
    const listed = [...new Set(added.map(({ email }) => email!))]
    const knownOnlyByBatch = sql.param(await findKnownOnlyByBatch(asked, batchId, listed))
    const uses = Object.entries(usesByEmail).map(
      ([table, reason]) => sql`select email, ${reason} as reason
        from ${sql.identifier(table)} where email = any(${knownOnlyByBatch}::text[])`,
    )
    const { rows } = await asked.execute<{ email: string; reason: string }>(
      sql.join(uses, sql` union all `),
    )
    for (const { email, reason } of rows) note(email, reason)
  }
  const registrations = portion.event_registrations.filter(({ isAdded }) => isAdded)
  if (registrations.length === 0) return found
  const told = sql`select 'event_registrations' as "table", r.id, 'outbox_entries' as name
    from event_registrations r join users u on u.id = r.user_id
    where r.id = any(${columnOf(idsOf(registrations))}) and (select count(*) from outbox_entries d
      where d.event_id = r.event_id and d.email = u.email) > 0`
  await look([told], () => usesByEmail.outbox_entries)
  return found
}

const usesByEmail = {
  member_page_access: 'has visited the library since',
  member_page_access_sums: 'has visited the library since',
  sessions: 'has signed in to the library since',
  watch_progress: 'has watched a recording since',
  session_watch_progress: 'has watched a recording since',
  outbox_entries: 'got an email since',
}

const mostNamed = 50

/**
 * Returns the 409 refusal of an undo, with the first `mostNamed` people who block it and the number of all
 * of them.
 */
export async function refuseUndo(tx: Transaction, batchId: string, people: Map<string, string>) {
  const emails = [...people.keys()].slice(0, mostNamed)
  const { rows } = await tx.execute<{ name: string; email: string; personKey: string | null }>(sql`
    select coalesce(u.name, v.name, '') as name, email, p.key as "personKey"
    from unnest(${sql.param(emails)}::text[]) with ordinality as listed (email, place)
    left join people p using (email)
    left join lateral (${nameIn('users')}) u on true
    left join lateral (${nameIn('video_access')}) v on true
    order by place`)
  const blockers = rows.map((row) => ({ ...row, reason: people.get(row.email)! }))
  const [first] = blockers
  const more = people.size > 1 ? `, and ${people.size - 1} more` : ''
  return new Refusal('import_built_on', {
    message: first
      ? `This import cannot be undone as a whole: ${first.email} ${first.reason}${more}. Repeat with ?leave=${people.size} to leave them as they are.`
      : 'You can undo the whole import now.',
    blockers,
    blockerCount: people.size,
    others: (await countPeopleOf(tx, batchId)) - people.size,
    later: await findLaterImport(tx, batchId),
  })
}

/** Returns the latest import, not undone, that recorded some of the same rows as this one; otherwise null. */
async function findLaterImport(tx: Transaction, batchId: string) {
  const { rows } = await tx.execute<{ id: string; startedAt: string; fileName: string | null }>(sql`
    select later.id, later.file_name as "fileName", ${instantText(sql`later.started_at`)} as "startedAt"
    from import_batches later
    where later.started_at > (select started_at from import_batches where id = ${batchId})
      and later.undone_at is null and exists (
      select from import_batch_changes mine
      join import_batch_changes theirs on theirs.batch_id = later.id
        and theirs.table_name = mine.table_name and theirs.row_id = mine.row_id
      where mine.batch_id = ${batchId})
    order by later.started_at desc limit 1`)
  return rows[0] ?? null
}

/** SQL for a person's name in `table`. The surrounding query provides the email as `listed.email`. */
function nameIn(table: 'users' | 'video_access') {
  const name = sql`trim(first_name || ' ' || last_name)`
  return sql`select ${name} as name from ${sql.identifier(table)} t
    where t.email = listed.email and ${name} <> '' limit 1`
}
