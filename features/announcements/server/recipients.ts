import { sql } from 'drizzle-orm'
import type { AnnouncementCounts } from '#features/announcements/contract.ts'
import { recipientStates, type RecipientState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'

/**
 * Everybody for whom an announcement was approved `n`, with their outbox entry `d` where it is still there: the
 * erased, and one of two who were merged, have none, and count as left out.
 */
const recipients = sql`announcement_recipients n left join message_deliveries d
  on d.id = n.delivery_id and d.announcement_id = n.announcement_id`

const stateOf = sql`(case
  when d.id is null or d.state in ('skipped', 'stopped') then 'skipped'
  when d.state in ('waiting', 'sending') then 'waiting'
  when d.state in ('sent', 'kept') then 'sent'
  when d.state = 'unknown' then 'inDoubt' else 'failed' end)`

/** The counts of the announcement `a` as one value of a statement, so that they add up at every read. */
export const countsOfAnnouncement = sql`(
  select json_build_object('total', count(*), ${sql.join(
    recipientStates.map((state) => {
      const name = sql.raw(`'${state}'`)
      return sql`${name}, count(*) filter (where s.state = ${name})`
    }),
    sql`, `,
  )})
  from (select ${stateOf} as state from ${recipients} where n.announcement_id = a.id) s)`

const whyGone = sql`case n.gone when 'erased' then 'Erased'
  when 'merged' then 'One person with another recipient now' else 'No longer known, or the event was deleted' end`

type Listed = {
  id: number
  personKey: string | null
  email: string | null
  name: string
  state: RecipientState
  reason: string | null
  attempts: number
  triedAt: string | null
  sentAt: string | null
  answer: string | null
}

/** What became of an announcement for each person, a page of it. Throws nothing for an unknown one. */
export async function listRecipients(
  db: Db,
  announcementId: number,
  { state, page, limit }: { state?: RecipientState; page: number; limit: number },
): Promise<{ recipients: Listed[]; total: number; counts: AnnouncementCounts }> {
  const { rows } = await db.execute<Listed>(sql`
    select n.delivery_id as id, p.key as "personKey", d.email,
      coalesce(trim(u.first_name || ' ' || u.last_name), c.name, '') as name,
      ${stateOf} as state,
      case when d.id is null then ${whyGone} else d.last_error end as reason,
      coalesce(d.attempts, 0) as attempts, ${instantText(sql`d.tried_at`)} as "triedAt",
      ${instantText(sql`d.sent_at`)} as "sentAt", d.answer
    from ${recipients}
    left join people p on p.email = d.email left join users u on u.email = d.email
    left join event_crew c on c.email = d.email and c.event_id = d.event_id
    where n.announcement_id = ${announcementId} and ${state ? sql`${stateOf} = ${state}` : sql`true`}
    order by n.delivery_id limit ${limit} offset ${(page - 1) * limit}`)
  const counted = await db.execute<{ counts: AnnouncementCounts }>(
    sql`select ${countsOfAnnouncement} as counts from announcements a where a.id = ${announcementId}`,
  )
  const { counts } = counted.rows[0]!
  return { recipients: rows, total: state ? counts[state] : counts.total, counts }
}
