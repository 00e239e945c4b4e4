import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db, Transaction } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { bounces } from '#schema/mails.ts'

/** What a refusal says of the address: that it is none, that it does not take mails now, or nothing. */
export type Verdict = 'lasting' | 'passing' | undefined

type Refused = {
  /** SMTP's three digits. */
  code?: number | undefined
  /** The enhanced status of RFC 3463, `5.1.1`. */
  status?: string | undefined
  words: string
}

/** About our own address as the sender, not about theirs. */
const ofSender = /^[45]\.1\.[789]$/

/**
 * Judges a refusal for good. What is said of our server, our mail or our rights (`5.7.1`, relaying) is ours
 * to mend and would otherwise mark everybody who is written to meanwhile.
 */
export function judgeRefusal({ code, status, words }: Refused): Verdict {
  const enhanced = /^[45]\.\d{1,3}\.\d{1,3}$/.exec(status ?? '')?.[0] ?? findStatus(words)
  if (/\brelay/i.test(words) || ofSender.test(enhanced ?? '')) return undefined
  if (enhanced) {
    if (enhanced.startsWith('5.1.')) return 'lasting'
    return /^[45]\.[0124]\./.test(enhanced) ? 'passing' : undefined
  }
  if (code === undefined) return 'passing'
  return [550, 551, 553].includes(code) ? 'lasting' : 'passing'
}

/** As servers write it behind their three digits. */
export function findStatus(words: string): string | undefined {
  return /\b[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1]
}

export type Mark = {
  email: string
  isLasting: boolean
  /** In the words of the mail server. */
  reason: string
  deliveryId: number
  now: Date
}

const longestReason = 500

/**
 * Marks an address that mails come back from: nothing more is sent there. One that is nobody's, now or
 * before, is not kept.
 */
export async function markAddress(
  db: Db | Transaction,
  { email, isLasting, reason, deliveryId: outboxEntryId, now }: Mark,
): Promise<void> {
  await db.execute(sql`
    insert into bounces as known (email, person_key, is_lasting, reason, delivery_id, noted_at)
    select ${email}, key, ${isLasting}::boolean, ${reason.slice(0, longestReason)}, ${outboxEntryId}::int,
      ${now.toISOString()}::timestamptz
    from (select key, 1 as rank, 0 as id from people where email = ${email}
      union all select person_key, 2, id from former_addresses where email = ${email}) owner
    order by rank, id desc limit 1
    on conflict (email) do update set is_lasting = known.is_lasting or excluded.is_lasting,
      reason = excluded.reason, delivery_id = excluded.delivery_id, noted_at = excluded.noted_at`)
}

/** Why nothing is sent to an address; undefined where mails arrive. */
export async function findBounce(db: Db | Transaction, email: string) {
  const [bounce] = await db.select().from(bounces).where(eq(bounces.email, email))
  return bounce
}

/** Whether mails to a person `u` arrive, as far as is known. */
export const isReachable: SQL = sql`((select true from bounces b where b.email = u.email limit 1) is null)`

const tryAgain = preparedSql<{ email: string }, never>(
  'try_address_again',
  ({ email }) => sql`
    with again as (delete from bounces where email = ${email} and not is_lasting returning delivery_id)
    update message_deliveries d set state = 'skipped', last_error = 'It came back: ' || d.last_error
    from again where d.email = ${email} and d.state = 'failed'
      and again.delivery_id in (d.id, d.carried_by)`,
)

/**
 * Somebody registers with an address again: one that may work by now is tried again, and what had come
 * back from it is owed again if it still is.
 */
export async function tryAddressAgain(tx: Transaction, email: string): Promise<void> {
  await tryAgain(tx, { email })
}
