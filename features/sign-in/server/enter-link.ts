import { eq } from 'drizzle-orm'
import { isLinkExhausted } from '#features/mails/server/link-mails.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { Session } from '#platform/http/call.ts'
import { outboxEntries } from '#schema/mails.ts'
import { openSession } from './open-session.ts'
import { checkKnownEmail } from './session.ts'

const validMs = 7 * 24 * 60 * 60 * 1000

/**
 * Opens a verified session for the address that the mail went to. The link holds for seven days, and
 * for ten minutes and seven uses from its first use on; after that 410, and 404 for one never sent.
 */
export async function openVerifiedSession(
  db: Db,
  outboxEntryId: number | undefined,
  { session, now }: { session: Session | undefined; now: Date },
): Promise<{ token: string; email: string }> {
  return db.transaction(async (tx) => {
    const [outboxEntry] = await tx
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.id, outboxEntryId ?? 0))
      .for('update')
    const isKnown = outboxEntry && (await checkKnownEmail(tx, outboxEntry.email))
    if (!outboxEntry || !isKnown)
      throw new Refusal('unknown_link', { message: 'This link does not open the library.' })
    const { email, linkFirstUsedAt, linkUses, sentAt, createdAt } = outboxEntry
    const isOld = now.getTime() - (sentAt ?? createdAt).getTime() > validMs
    if (isOld || isLinkExhausted(outboxEntry, now)) {
      throw new Refusal('spent_link')
    }
    await tx
      .update(outboxEntries)
      .set({ linkFirstUsedAt: linkFirstUsedAt ?? now, linkUses: linkUses + 1 })
      .where(eq(outboxEntries.id, outboxEntry.id))
    const token = await openSession(tx, session, { email, verified: true }, now)
    return { token, email }
  })
}
