import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { readLinkKey } from '#server/link-tokens/read-link-key.ts'
import { judgeRefusal } from './judge-refusal.ts'
import { markAddress } from './mark-address.ts'
import { isOurs, parseMessageId } from './message-id.ts'
import type { DeliveryReport } from './read-report.ts'

/** What was handed over; a report about a mail that failed already says nothing new. */
const gone = ['sending', 'sent', 'unknown'] as const

/**
 * Notes that a mail of ours came back: it failed, and its address is marked where the reason is the
 * address. A report about anything else, or for another recipient than the mail had, changes nothing.
 * Answers whether it did.
 */
export async function noteReport(
  db: Db,
  { messageId, failed }: DeliveryReport,
  now: Date,
): Promise<boolean> {
  const named = parseMessageId(messageId)
  if (!named) return false
  const linkKey = await readLinkKey(db)
  const { id, carriedBy, state } = outboxEntries
  return db.transaction(async (tx) => {
    const [outboxEntry] = await tx
      .select()
      .from(outboxEntries)
      .where(and(eq(id, named.id), inArray(state, [...gone])))
      .for('update')
    if (!outboxEntry || !isOurs(linkKey, messageId, outboxEntry)) return false
    const { email } = outboxEntry
    const about = failed.find(({ addresses }) => addresses.includes(email))
    if (!about) return false
    await tx
      .update(outboxEntries)
      .set({ state: 'failed', lastError: `It came back: ${about.words}` })
      .where(
        and(or(eq(id, outboxEntry.id), eq(carriedBy, outboxEntry.id)), inArray(state, [...gone])),
      )
    const verdict = judgeRefusal(about)
    if (verdict) {
      const isLasting = verdict === 'lasting'
      await markAddress(tx, {
        email,
        isLasting,
        reason: about.words,
        deliveryId: outboxEntry.id,
        now,
      })
    }
    return true
  })
}
