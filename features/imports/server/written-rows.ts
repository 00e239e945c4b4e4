import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'

/** The tables that imports write, in an order in which rows can be deleted without violating foreign keys. */
export const importedTables = [
  'form_answers',
  'event_registrations',
  'video_access',
  'users',
] as const
export type ImportedTable = (typeof importedTables)[number]

/** A row that an import added or changed. `isChanged`: the row has been changed again since. */
type NotedRow = { id: number; email: string | null; isAdded: boolean; isChanged: boolean }

/** Some of the rows that an import added or changed, by database table. */
export type Portion = Record<ImportedTable, NotedRow[]>

const emailOf: Record<ImportedTable, SQL> = {
  users: sql`t.email`,
  video_access: sql`t.email`,
  event_registrations: sql`(select email from users where users.id = t.user_id)`,
  form_answers: sql`(select u.email from event_registrations r join users u on u.id = r.user_id
    where r.id = t.registration_id)`,
}

export const idsOf = (rows: NotedRow[]) => rows.map(({ id }) => id)

export const columnOf = (ids: number[]) => sql`${sql.param(ids)}::integer[]`

/**
 * SQL FROM clause: the rows of the table (alias `t`) that the import added or changed, joined with the import's record
 * of each row (alias `c`). Rows that the import listed but left unchanged are excluded.
 */
function writtenRows(batchId: string, table: ImportedTable) {
  return sql`import_batch_changes c join ${sql.identifier(table)} t on t.id = c.row_id
    where c.batch_id = ${batchId} and c.table_name = ${table} and c.after <> '{}'`
}

/** Sets the time zone in which imports recorded times as text, to compare these texts. */
async function setTimeZoneOfNotes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('timezone', 'UTC', true)`)
}

/**
 * Returns those of the rows `ids` that the import added or changed. With `hold`, locks them until the transaction ends.
 */
export async function readWritten(
  tx: Transaction,
  batchId: string,
  { table, ids, hold = false }: { table: ImportedTable; ids: number[]; hold?: boolean },
): Promise<NotedRow[]> {
  if (ids.length === 0) return []
  await setTimeZoneOfNotes(tx)
  const { rows } = await tx.execute<NotedRow>(sql`
    select t.id, ${emailOf[table]} as email, c.before is null as "isAdded",
      to_jsonb(t) || c.after <> to_jsonb(t) as "isChanged"
    from ${writtenRows(batchId, table)} and c.row_id = any(${columnOf(ids)})
    order by t.id ${hold ? sql`for update of t` : sql``}`)
  return rows
}

export type Noted = { table: ImportedTable; id: number }

/** Returns the table and id of rows that an import added, changed or listed: the next `size` after the row `after`. */
export async function readNoted(
  tx: Pick<Transaction, 'execute'>,
  batchId: string,
  { size, after }: { size: number; after?: Noted },
): Promise<Noted[]> {
  const { rows } = await tx.execute<Noted>(sql`
    select table_name as "table", row_id as id from import_batch_changes
    where batch_id = ${batchId}
      ${after ? sql`and (table_name, row_id) > (${after.table}, ${after.id}::integer)` : sql``}
    order by table_name, row_id limit ${size}`)
  return rows
}

/**
 * Returns the ids, by table, of all rows that the import recorded about the people to whom the rows `some` belong, so
 * that all rows of a person are undone together.
 */
export async function readNotedOfSamePeople(
  tx: Transaction,
  batchId: string,
  some: Noted[],
): Promise<Record<ImportedTable, number[]>> {
  const of = (noted: Noted[], table: ImportedTable) =>
    noted.filter((row) => row.table === table).map(({ id }) => id)
  const emails = importedTables.map(
    (table) => sql`select ${emailOf[table]} as email from ${sql.identifier(table)} t
      where t.id = any(${columnOf(of(some, table))})`,
  )
  const found = await tx.execute<{ email: string | null }>(sql.join(emails, sql` union `))
  const knownEmails = sql`any(${sql.param(found.rows.map(({ email }) => email))}::text[])`
  const { rows } = await tx.execute<Noted>(sql`
    select c.table_name as "table", c.row_id as id from (
      select 'users' as name, id from users where email = ${knownEmails}
      union all select 'video_access', id from video_access where email = ${knownEmails}
      union all select 'event_registrations', r.id from event_registrations r
        where r.user_id = any(array(select id from users where email = ${knownEmails}))
      union all select 'form_answers', a.id from form_answers a
        join event_registrations r on r.id = a.registration_id
        where r.user_id = any(array(select id from users where email = ${knownEmails}))
    ) known join import_batch_changes c on c.batch_id = ${batchId}
      and c.table_name = known.name and c.row_id = known.id`)
  // The query finds no rows that were deleted since the import, so add the rows `some`, too.
  const all = [...some, ...rows]
  const ids = (table: ImportedTable) => [...new Set(of(all, table))]
  return {
    form_answers: ids('form_answers'),
    event_registrations: ids('event_registrations'),
    video_access: ids('video_access'),
    users: ids('users'),
  }
}

/** Returns the number of people who have rows that the batch wrote and that are not undone yet. */
export async function countPeopleOf(tx: Transaction, batchId: string): Promise<number> {
  const emails = importedTables.map(
    (table) => sql`select ${emailOf[table]} as email from ${writtenRows(batchId, table)}`,
  )
  const { rows } = await tx.execute<{ people: number }>(
    sql`select count(distinct email)::int as people from (${sql.join(emails, sql` union `)}) found`,
  )
  return rows[0]?.people ?? 0
}

/** Deletes what an import recorded about rows of these people, so that the undo leaves the rows as they are. */
export async function skipPeople(tx: Transaction, batchId: string, emails: string[]) {
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`
  for (const table of importedTables) {
    await tx.execute(sql`delete from import_batch_changes where batch_id = ${batchId}
      and table_name = ${table} and row_id in (
        select t.id from ${writtenRows(batchId, table)} and ${emailOf[table]} in ${list})`)
  }
}
