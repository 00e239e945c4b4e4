import { consentWording } from '#shared/consent.ts'
import type { Transaction } from '#server/db/open.ts'
import { consents } from '#server/db/schema.ts'

/** Keeps the evidence of a consent, once: where, when, under which words. decisions.md, "People and access". */
export async function noteConsent(
  tx: Transaction,
  userId: number,
  consent: { receiveUpdates: boolean; receiveEventInvites: boolean; source: string },
): Promise<void> {
  if (!consent.receiveUpdates && !consent.receiveEventInvites) return
  await tx
    .insert(consents)
    .values({ userId, ...consent, wordingVersion: consentWording.version })
    .onConflictDoNothing()
}
