import { eq } from 'drizzle-orm'
import { isLinkExhausted, mostBrowsers } from '#features/mails/server/link-mails.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { outboxEntries } from '#schema/mails.ts'
import type { Browser } from './browser.ts'
import { openSession } from './open-session.ts'
import { checkKnownEmail } from './session.ts'

const opensNoThird = 'This link has been used in two browsers. Please request a new one.'

const validMs = 7 * 24 * 60 * 60 * 1000

/**
 * Opens a verified session for the recipient of the mail whose link was opened. A link is valid for seven
 * days and, after its first use, for ten more minutes in one other browser. Throws 410 for an expired link
 * and 404 for an unknown one. If the browser's session is already verified for this recipient, returns no
 * token and does not count the call as a use.
 */
export async function openVerifiedSession(
  db: Db,
  outboxEntryId: number | undefined,
  { browser, now }: { browser: Browser; now: Date },
): Promise<{ token: string | undefined; email: string }> {
  return db.transaction(async (tx) => {
    const [outboxEntry] = await tx
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.id, outboxEntryId ?? 0))
      .for('update')
    const isKnown = outboxEntry && (await checkKnownEmail(tx, outboxEntry.email))
    if (!outboxEntry || !isKnown)
      throw new Refusal('unknown_link', {
        message: 'This link is not valid. Please request a new one.',
      })
    const { email, linkFirstUsedAt, linkUses, sentAt, createdAt } = outboxEntry
    if (browser.session?.verifiedAt && browser.session.email === email) {
      return { token: undefined, email }
    }
    const isOld = now.getTime() - (sentAt ?? createdAt).getTime() > validMs
    if (linkUses >= mostBrowsers) throw new Refusal('spent_link', { message: opensNoThird })
    if (isOld || isLinkExhausted(outboxEntry, now)) throw new Refusal('spent_link')
    await tx
      .update(outboxEntries)
      .set({ linkFirstUsedAt: linkFirstUsedAt ?? now, linkUses: linkUses + 1 })
      .where(eq(outboxEntries.id, outboxEntry.id))
    const token = await openSession(tx, browser, { email, verified: true }, now)
    return { token, email }
  })
}
