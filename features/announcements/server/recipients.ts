import { sql, type SQL } from 'drizzle-orm'
import type {
  AnnouncementCounts,
  listRecipients as entry,
} from '#features/announcements/contract.ts'
import { isApproved } from '#features/mails/server/announcement-entries.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { RecipientState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { Refusal } from '#platform/errors/refusal.ts'

/**
 * SQL for the recipients of announcements (`n`), with the outbox entry of the mail to each (`d`). A recipient who was
 * erased or merged has no entry and counts as skipped.
 */
const recipients = sql`announcement_recipients n left join outbox_entries d
  on d.id = n.outbox_entry_id and d.announcement_id = n.announcement_id`

/**
 * For each state of an announcement's recipient, the SQL condition on the outbox entry `d`. A recipient for whom no
 * condition holds was skipped.
 */
const settled: Record<Exclude<RecipientState, 'skipped'>, SQL> = {
  waiting: sql`d.state in ('waiting', 'sending')`,
  sent: sql`d.state in ('sent', 'kept')`,
  failed: sql`d.state = 'failed'`,
  inDoubt: sql`d.state = 'unknown'`,
}
const told = Object.entries(settled)

const stateOf = sql`(case ${sql.join(
  told.map(([state, is]) => sql`when ${is} then ${sql.raw(`'${state}'`)}`),
  sql` `,
)} else 'skipped' end)`

/**
 * SQL for the number of recipients of the announcement `a` in each state, in one statement, so that the numbers are
 * consistent. Counts recipients and outbox entries separately, because joining 100,000 rows takes several times as
 * long.
 */
export const countsOfAnnouncement = sql`(
  select json_build_object('total', n.total, ${sql.join(
    told.map(([state]) => sql.raw(`'${state}', s."${state}"`)),
    sql`, `,
  )}, 'skipped', n.total - ${sql.join(
    told.map(([state]) => sql.raw(`s."${state}"`)),
    sql` - `,
  )})
  from (select count(*) as total from announcement_recipients n where n.announcement_id = a.id) n,
    (select ${sql.join(
      told.map(([state, is]) => sql`count(*) filter (where ${is}) as ${sql.raw(`"${state}"`)}`),
      sql`, `,
    )} from outbox_entries d where d.announcement_id = a.id and ${isApproved}) s)`

const whyGone = sql`case n.gone when 'erased' then 'Erased'
  when 'merged' then 'One person with another recipient now' else 'No longer known, or the event was deleted' end`

type Listed = ReplyOf<typeof entry>['recipients'][number]
type Page = { state?: RecipientState; page: number; limit: number; after?: number }

/**
 * Returns the result for each recipient of an announcement: one page, or the recipients after the one with the
 * id `after`. Without `after`, throws 404 for an unknown announcement.
 */
export async function listRecipients(
  db: Db,
  announcementId: number,
  { state, page, limit, after }: Page,
): Promise<ReplyOf<typeof entry>> {
  const counts = after === undefined ? await readCounts(db, announcementId) : null
  const { rows } = await db.execute<Listed>(sql`
    select n.outbox_entry_id as id, p.key as "personKey", d.email,
      coalesce(trim(u.first_name || ' ' || u.last_name), c.name, '') as name,
      ${stateOf} as state,
      case when d.id is null then ${whyGone} else d.last_error end as reason,
      coalesce(d.attempts, 0) as attempts, ${instantText(sql`d.tried_at`)} as "triedAt",
      ${instantText(sql`d.sent_at`)} as "sentAt", d.answer
    from ${recipients}
    left join people p on p.email = d.email left join users u on u.email = d.email
    left join event_crew c on c.email = d.email and c.event_id = d.event_id
    where n.announcement_id = ${announcementId} and ${state ? sql`${stateOf} = ${state}` : sql`true`}
      and n.outbox_entry_id > ${after ?? 0}
    order by n.outbox_entry_id limit ${limit} offset ${after === undefined ? (page - 1) * limit : 0}`)
  return { recipients: rows, total: counts && (state ? counts[state] : counts.total), counts }
}

async function readCounts(db: Db, announcementId: number): Promise<AnnouncementCounts> {
  const { rows } = await db.execute<{ counts: AnnouncementCounts }>(
    sql`select ${countsOfAnnouncement} as counts from announcements a where a.id = ${announcementId}`,
  )
  if (!rows[0]) throw new Refusal('no_such_announcement')
  return rows[0].counts
}
