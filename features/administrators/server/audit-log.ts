import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'
import type { AuditEntry, listAuditLog as contract } from '#features/administrators/contract.ts'
import type { QueryOf, ReplyOf } from '#kernel/endpoint.ts'
import type { Db } from '#platform/db/open.ts'
import { matchPlainWords, matchWords } from '#platform/db/sql-parts.ts'
import { events } from '#schema/events.ts'
import { importBatches } from '#schema/imports.ts'
import { auditLog } from '#schema/platform.ts'

const readAtOnce = 500
/**
 * Maximum number of rows read for one page; more than it has entries, because an entry may combine many failed
 * sign-ins.
 */
const mostRead = 5000

type Row = typeof auditLog.$inferSelect & Pick<AuditEntry, 'person' | 'event' | 'batch'>
type Wanted = Pick<QueryOf<typeof contract>, 'action' | 'search'>

/**
 * SQL for the key of the person whom an audit log entry is about. Entries contain keys and no names, so that no name
 * remains after the person is erased; the admin area looks the name up by the key.
 */
const personOf = sql`(select p.key from people p where p.key = ${auditLog.subject} or p.key =
  (select f.person_key from former_addresses f where f.key = ${auditLog.subject}))`

/** Returns an SQL condition for the audit log entries with the action and the words of the search. */
function isWanted({ action: wanted, search }: Wanted): SQL {
  const { action, details, subject, username } = auditLog
  const told = sql`concat_ws(' ', ${username}, ${subject}, ${details}::text,
    (select e.title from events e where e.id::text = ${details} ->> 'eventId'))`
  const ofPerson = sql`exists (select from people p where p.key = ${subject}
    and ${matchPlainWords(sql`p.words`, search)})`
  return sql`${wanted ? eq(action, wanted) : sql`true`}
    and ${search === '' ? sql`true` : sql`(${matchWords(told, search)} or ${ofPerson})`}`
}

async function readRows(db: Db, before: number | undefined, wanted: Wanted): Promise<Row[]> {
  const { details, id } = auditLog
  const rows = await db
    .select({
      entry: auditLog,
      personKey: sql<string | null>`${personOf}`,
      event: { id: events.id, title: events.title },
      batch: importBatches,
    })
    .from(auditLog)
    .leftJoin(events, sql`${events.id}::text = ${details} ->> 'eventId'`)
    .leftJoin(importBatches, sql`${importBatches.id} = ${details} ->> 'batchId'`)
    .where(and(before === undefined ? undefined : lt(id, before), isWanted(wanted)))
    .orderBy(desc(id))
    .limit(readAtOnce)
  const names = await readNames(
    db,
    rows.flatMap(({ personKey }) => personKey ?? []),
  )
  return rows.map(({ entry, personKey, event, batch }) => ({
    ...entry,
    person: personKey === null ? null : { key: personKey, name: names.get(personKey) ?? '' },
    event,
    batch,
  }))
}

async function readNames(db: Db, keys: string[]) {
  if (keys.length === 0) return new Map<string, string>()
  const { rows } = await db.execute<{ key: string; name: string }>(sql`
    select p.key, coalesce(trim(u.first_name || ' ' || u.last_name), '') as name
    from people p left join users u on u.email = p.email
    where p.key = any(${sql.param([...new Set(keys)])}::text[])`)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/**
 * Finds the earlier entry to which a failed sign-in is added: with the same name and IP address, and without other
 * kinds of entries in between. Undefined if there is none.
 */
function findRepeated(entries: AuditEntry[], row: Row) {
  if (row.action !== 'sign_in_failed') return undefined
  const lastOther = entries.findLastIndex(({ action }) => action !== 'sign_in_failed')
  return entries
    .slice(lastOther + 1)
    .find(({ username, address }) => username === row.username && address === row.address)
}

/**
 * Returns a page of the audit log, newest first. Repeated failed sign-ins become one entry with their count. If they
 * continue on the next page, each page counts its own rows.
 */
export async function listAuditLog(
  db: Db,
  { before, limit, ...wanted }: QueryOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const entries: AuditEntry[] = []
  let last = before
  for (let read = 0; read < mostRead; read += readAtOnce) {
    const rows = await readRows(db, last, wanted)
    for (const row of rows) {
      const at = row.at.toISOString()
      const repeated = findRepeated(entries, row)
      if (repeated) {
        repeated.count++
        repeated.firstAt = at
      } else if (entries.length < limit) {
        entries.push({ ...row, at, firstAt: at, count: 1 })
      } else {
        return { entries, nextBefore: last ?? null }
      }
      last = row.id
    }
    if (rows.length < readAtOnce) return { entries, nextBefore: null }
  }
  return { entries, nextBefore: last ?? null }
}

/** Maximum number of audit log entries to delete in one statement, so that other queries do not wait long. */
const portion = 1000

/**
 * Deletes audit log entries older than this number of months by the database's clock. A trigger of the table allows
 * only this deletion, and only in a transaction that sets the retention.
 */
export async function sweepAuditLog(db: Db, months: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('greenroom.keep_audit_months', ${String(months)}, true)`)
    await tx.execute(sql`delete from audit_log where id in (
      select id from audit_log where at < now() - make_interval(months => ${months}::int)
      order by at limit ${portion})`)
  })
}
