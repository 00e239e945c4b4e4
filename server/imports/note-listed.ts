import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import type { ImportedRegistration } from './write-people.ts'

/** What the lists of one part name and, by what was written, may have left as it was. */
type Listed = {
  users?: string[]
  /** By e-mail: of all events. */
  videoAccess?: string[]
  seats?: Pick<ImportedRegistration, 'email' | 'eventId'>[]
}

const nothing = sql`'{}'::jsonb`

/**
 * Notes the rows that a batch names but leaves as they are: an earlier batch that added them cannot be
 * undone any more without taking them from this one. What it changed, the triggers have noted.
 * Specification, "Imports and export".
 */
export async function noteListed(
  tx: Transaction,
  batchId: string,
  { users = [], videoAccess = [], seats: registrations = [] }: Listed,
): Promise<void> {
  const listed = (emails: string[]) => sql`unnest(${sql.param(emails)}::text[]) as listed (email)`
  const note = (table: string, rows: SQL) =>
    tx.execute(sql`insert into import_batch_changes (batch_id, table_name, row_id, before, after)
      select ${batchId}, ${table}, id, ${nothing}, ${nothing} from (${rows}) named
      where id is not null on conflict do nothing`)
  if (users.length > 0) {
    await note(
      'users',
      sql`select (select id from users u where u.email = listed.email) from ${listed(users)}`,
    )
  }
  if (videoAccess.length > 0) {
    await note(
      'video_access',
      sql`select v.id from ${listed(videoAccess)} cross join lateral (
        select id from video_access where video_access.email = listed.email offset 0) v`,
    )
  }
  if (registrations.length === 0) return
  await note(
    'event_registrations',
    // By person first (hence the sum): with old figures all of the event's would be read for each row.
    sql`select (select r.id from event_registrations r where r.event_id + 0 = seat.event_id
        and r.user_id = (select u.id from users u where u.email = seat.email)) as id
      from unnest(${sql.param(registrations.map(({ email }) => email))}::text[],
        ${sql.param(registrations.map(({ eventId }) => eventId))}::integer[]) as seat (email, event_id)`,
  )
}
