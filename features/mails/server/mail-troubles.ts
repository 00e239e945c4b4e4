import { sql } from 'drizzle-orm'
import { explainMailFailure } from '#features/mails/rules.ts'
import type { Db } from '#platform/db/open.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { waitsForPublishing } from './record.ts'

/** Number of days for which failed mails are counted. Older failures mostly concern past events. */
const looksBackDays = 3
/** Number of different error messages to read from the outbox; a few explanations cover all of them. */
const reasonsRead = 50

/** Maximum count of failed mails, because a larger number would tell an organiser nothing more. */
const mostCounted = 1000

/**
 * SQL for the age in seconds of the oldest mail that waits or is being sent; 0 without one. Excludes mails
 * that may wait for long: of announcements, about unpublished events, and to bouncing addresses.
 */
export const oldestMailSeconds = sql`coalesce(extract(epoch from now() - (
  select d.created_at from outbox_entries d
  where d.state in ('waiting', 'sending') and d.carried_by is null and d.announcement_id is null
    and not ${waitsForPublishing(sql`now()`)} and not exists (select from bounces b where b.email = d.email)
  order by d.created_at limit 1))::float8, 0)`

/**
 * SQL for the number of recently failed mails, up to a thousand. Excludes mails to bouncing addresses,
 * because only the owner of the mailbox can resolve a bounce.
 */
export const countFailedMails = sql`(select count(*)::int from (
  select from outbox_entries d where d.state = 'failed' and d.carried_by is null
    and d.tried_at > now() - make_interval(days => ${sql.raw(String(looksBackDays))})
    and not exists (select from bounces b where b.email = d.email)
  limit ${sql.raw(String(mostCounted))}) failed)`

type MailTrouble = { explanation: string; reason: string; waiting: number; failed: number }

/**
 * Returns explanations of why mails fail, most frequent first, with the number of mails. Excludes failed
 * mails to bouncing addresses, which the admin page of each person shows.
 */
export async function findMailTroubles(
  db: Db,
  { config: { smtpUrl }, now }: { config: Pick<LiveSettings, 'smtpUrl'>; now: Date },
): Promise<MailTrouble[]> {
  const { rows } = await db.execute<Omit<MailTrouble, 'explanation'>>(sql`
    select coalesce(d.last_error, '') as reason,
      (count(*) filter (where d.state <> 'failed'))::int as waiting,
      (count(*) filter (where d.state = 'failed'))::int as failed
    from outbox_entries d
    where d.carried_by is null and d.last_error is not null and (
      d.state in ('waiting', 'sending') and d.attempts > 0
      or d.state = 'failed'
        and d.tried_at > ${now.toISOString()}::timestamptz - make_interval(days => ${looksBackDays})
        and not exists (select from bounces b where b.email = d.email))
    group by 1 order by count(*) desc limit ${reasonsRead}`)
  const host = smtpUrl && URL.parse(smtpUrl)?.host
  const found = new Map<string, MailTrouble>()
  for (const { reason, waiting, failed } of rows) {
    const explanation = explainMailFailure(reason, host || undefined)
    const known = found.get(explanation)
    if (!known) found.set(explanation, { explanation, reason, waiting, failed })
    else {
      known.waiting += waiting
      known.failed += failed
    }
  }
  return [...found.values()]
}
