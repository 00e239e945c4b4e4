import { eq, sql, type SQL } from 'drizzle-orm'
import { cleanMessage } from '#features/bounces/server/clean-message.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { endSeries } from '#features/newsletter/server/series-subscriptions.ts'
import { bounces } from '#schema/mails.ts'
import { isApproved } from './announcement-entries.ts'

export type Mark = {
  email: string
  isLasting: boolean
  /** Why the mail bounced, with the mail server's message. */
  reason: string
  outboxEntryId: number
  now: Date
}

const longestReason = 500

/**
 * Stores that mails to an address bounce, so that no more mails are sent to it; a hard bounce also ends its series
 * registration. Ignores addresses that never belonged
 * to a person of this site.
 */
export async function markAddress(
  db: Db | Transaction,
  { email, isLasting, reason, outboxEntryId, now }: Mark,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (isLasting) await endSeries(tx, email)
    await tx.execute(sql`
    insert into bounces as known (email, person_key, is_lasting, reason, outbox_entry_id, noted_at)
    select ${email}, key, ${isLasting}::boolean, ${cleanMessage(reason, longestReason)}, ${outboxEntryId}::int,
      ${now.toISOString()}::timestamptz
    from (select key, 1 as rank, 0 as id from people where email = ${email}
      union all select person_key, 2, id from former_addresses where email = ${email}) owner
    order by rank, id desc limit 1
    on conflict (email) do update set is_lasting = known.is_lasting or excluded.is_lasting,
      reason = excluded.reason, outbox_entry_id = excluded.outbox_entry_id, noted_at = excluded.noted_at`)
  })
}

/** If mails to an address bounce, returns the stored reason and time; otherwise undefined. */
export async function findBounce(db: Db | Transaction, email: string) {
  const [bounce] = await db.select().from(bounces).where(eq(bounces.email, email))
  return bounce
}

/** SQL condition: mails to the person `u` do not bounce. */
export const isReachable: SQL = sql`((select true from bounces b where b.email = u.email limit 1) is null)`

const tryAgain = preparedSql<{ email: string }, never>(
  'try_address_again',
  ({ email }) => sql`
    with again as (delete from bounces where email = ${email} and not is_lasting returning outbox_entry_id)
    update outbox_entries d set state = 'skipped',
      last_error = 'It came back: ' || regexp_replace(d.last_error, '^It came back: ', '')
    from again where d.email = ${email} and d.state = 'failed' and not ${isApproved}
      and again.outbox_entry_id in (d.id, d.carried_by)`,
)

/**
 * When a person registers again with an email whose mails bounced temporarily, allows mails to it again. Mails that
 * failed for this reason become skipped, so that those that are still due are sent; announcements are not.
 */
export async function tryAddressAgain(tx: Transaction, email: string): Promise<void> {
  await tryAgain(tx, { email })
}
