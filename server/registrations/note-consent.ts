import { sql } from 'drizzle-orm'
import { consentWording } from '#shared/consent.ts'
import type { Transaction } from '#server/db/open.ts'
import { consents } from '#server/db/tables/consents.ts'

/**
 * Keeps the evidence of a consent, once: where, when, under which words, and whether a link in a mail had
 * shown before whose address it is; if one does so later, noteVerifiedAddress adds that.
 * Specification, "People and access".
 */
export async function noteConsent(
  tx: Transaction,
  userId: number,
  consent: { receiveUpdates: boolean; receiveEventInvites: boolean; source: string },
): Promise<void> {
  if (!consent.receiveUpdates && !consent.receiveEventInvites) return
  const addressVerifiedAt = sql`(select least(
      (select min(c.address_verified_at) from consents c where c.user_id = u.id),
      (select min(d.link_first_used_at) from message_deliveries d where d.email = u.email),
      (select min(s.verified_at) from sessions s where s.email = u.email))
    from users u where u.id = ${userId})`
  await tx
    .insert(consents)
    .values({ userId, ...consent, wordingVersion: consentWording.version, addressVerifiedAt })
    .onConflictDoNothing()
}
