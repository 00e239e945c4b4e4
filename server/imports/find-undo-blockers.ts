import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'

/** The tables that imports write, in an order in which their rows can be taken away. */
export const importedTables = ['event_registrations', 'video_access', 'users'] as const
type ImportedTable = (typeof importedTables)[number]

const emailOf: Record<ImportedTable, SQL> = {
  users: sql`t.email`,
  video_access: sql`t.email`,
  event_registrations: sql`(select email from users where users.id = t.user_id)`,
}

/** What a later row of each table means, in words for the organiser. */
const reasons: Record<string, string> = {
  event_registrations: 'has registered for an event since',
  video_access: 'got video access since',
  consents: 'has registered on the site since',
  user_groups: 'has asked for future events since',
  mailing_list_members: 'is on the mailing list',
  webinar_seats: 'has a webinar seat',
  attendance_marks: 'came to an event',
}

/** The people of a batch who have something to be taken back. */
export async function countPeopleOf(tx: Transaction, batchId: string): Promise<number> {
  const emails = importedTables.map(
    (table) => sql`select ${emailOf[table]} as email from ${written(batchId, table)}`,
  )
  const { rows } = await tx.execute<{ people: number }>(
    sql`select count(distinct email)::int as people from (${sql.join(emails, sql` union `)}) found`,
  )
  return rows[0]?.people ?? 0
}

/** What was noted of these people's rows is forgotten: the batch no longer takes it back. */
export async function leavePeople(tx: Transaction, batchId: string, emails: string[]) {
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`
  // People last: the e-mail of a registration is theirs.
  for (const table of importedTables) {
    await tx.execute(sql`delete from import_batch_changes where batch_id = ${batchId}
      and table_name = ${table} and row_id in (
        select t.id from ${written(batchId, table)} and ${emailOf[table]} in ${list})`)
  }
}

/**
 * The rows of one table that the batch wrote, as `t`, with what was noted of each as `c`. What it named
 * and left as it was is noted without values, and is nothing to take back.
 */
function written(batchId: string, table: string) {
  return sql`import_batch_changes c join ${sql.identifier(table)} t on t.id = c.row_id
    where c.batch_id = ${batchId} and c.table_name = ${table} and c.after <> '{}'`
}

/** People whose added row of `table` is referred to, other than by what the batch itself wrote. */
function referring(batchId: string, table: ImportedTable, { name, column }: Reference) {
  const isOwn = (importedTables as readonly string[]).includes(name)
    ? sql`exists (select 1 from import_batch_changes o where o.batch_id = ${batchId}
        and o.table_name = ${name} and o.row_id = r.id
        and (o.before is null or jsonb_exists(o.before, ${column})))`
    : sql`false`
  return sql`select ${emailOf[table]} as email from ${written(batchId, table)} and c.before is null
    and exists (select 1 from ${sql.identifier(name)} r
      where r.${sql.identifier(column)} = t.id and not ${isOwn})`
}

type Reference = { target: ImportedTable; name: string; column: string }

async function readReferences(tx: Transaction): Promise<Reference[]> {
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

/** E-mails that nothing but this batch made known: without it, they could not enter the library. */
function unknownWithout(batchId: string) {
  const others = (table: 'users' | 'video_access') => sql`exists (
    select 1 from ${sql.identifier(table)} k where k.email = added.email and not exists (
      select 1 from import_batch_changes o where o.batch_id = ${batchId}
        and o.table_name = ${table} and o.row_id = k.id and o.before is null))`
  return sql`(select distinct added.email from (
    select t.email from ${written(batchId, 'users')} and c.before is null
    union all select t.email from ${written(batchId, 'video_access')} and c.before is null
  ) added where not ${others('users')} and not ${others('video_access')}) gone`
}

/**
 * Everybody because of whom a batch cannot be undone as a whole, with why: a row was changed since, something refers to an
 * added one, or somebody whom it made known entered or was written to. References come from the
 * database's own constraints, so that a table of the future counts as well.
 */
export async function findUndoBlockers(
  tx: Transaction,
  batchId: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  async function look(reason: string, query: SQL) {
    const { rows } = await tx.execute<{ email: string | null }>(query)
    for (const { email } of rows) if (email !== null) found.set(email, reason)
  }
  for (const table of importedTables) {
    await look(
      'was changed since',
      sql`select ${emailOf[table]} as email from ${written(batchId, table)}
        and to_jsonb(t) || c.after <> to_jsonb(t)`,
    )
  }
  for (const table of importedTables) {
    await look(
      'stands in a later import',
      sql`select ${emailOf[table]} as email from ${written(batchId, table)} and exists (
        select 1 from import_batch_changes o join import_batches later on later.id = o.batch_id
        where o.table_name = ${table} and o.row_id = t.id and o.batch_id <> c.batch_id
          and (c.before is null
            or later.started_at > (select started_at from import_batches where id = ${batchId})))`,
    )
  }
  for (const reference of await readReferences(tx)) {
    const reason = reasons[reference.name] ?? `is used elsewhere (${reference.name})`
    await look(reason, referring(batchId, reference.target, reference))
  }
  const uses = { member_page_access: 'has used the library since', ...entered, ...toldByMail }
  for (const [table, reason] of Object.entries(uses)) {
    await look(
      reason,
      sql`select email from ${unknownWithout(batchId)}
        where exists (select 1 from ${sql.identifier(table)} u where u.email = gone.email)`,
    )
  }
  await look(
    toldByMail.message_deliveries,
    sql`select ${emailOf.event_registrations} as email
      from ${written(batchId, 'event_registrations')} and c.before is null and exists (
        select 1 from message_deliveries d where d.event_id = t.event_id
          and d.email = ${emailOf.event_registrations})`,
  )
  return found
}

const entered = {
  sessions: 'has entered the library since',
  watch_progress: 'has watched an interview since',
  session_watch_progress: 'has watched an interview since',
}
const toldByMail = { message_deliveries: 'was sent a mail since' }
