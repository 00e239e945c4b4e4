import { sql } from 'drizzle-orm'
import { consentWording } from '#shared/consent.ts'
import type { Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { consents } from '#server/db/tables/consents.ts'

type Consent = { receiveUpdates: boolean; receiveEventInvites: boolean; source: string }

const addConsent = prepared('add_consent', (db, of: Slots<Consent & { userId: number }>) =>
  db
    .insert(consents)
    .values({
      userId: of.userId,
      receiveUpdates: of.receiveUpdates,
      receiveEventInvites: of.receiveEventInvites,
      source: of.source,
      wordingVersion: consentWording.version,
      addressVerifiedAt: sql`(select least(
        (select min(c.address_verified_at) from consents c where c.user_id = u.id),
        (select min(d.link_first_used_at) from message_deliveries d where d.email = u.email),
        (select min(s.verified_at) from sessions s where s.email = u.email))
      from users u where u.id = ${of.userId})`,
    })
    .onConflictDoNothing(),
)

/**
 * Keeps the evidence of a consent, once: where, when, under which words, and whether a link in a mail had
 * shown before whose address it is; if one does so later, noteVerifiedAddress adds that.
 * Specification, "People and access".
 */
export async function noteConsent(
  tx: Transaction,
  userId: number,
  consent: Consent,
): Promise<void> {
  if (!consent.receiveUpdates && !consent.receiveEventInvites) return
  await addConsent(tx, { userId, ...consent })
}
