import { sql } from 'drizzle-orm'
import { consentBox, consentWording } from '#features/registrations/rules.ts'
import type { ConsentKind } from '#kernel/site.ts'
import type { Transaction } from '#platform/db/open.ts'
import { prepared, type Slots } from '#platform/db/prepared.ts'
import { consents } from '#schema/newsletter.ts'

type Agreed = { receiveUpdates: boolean; receiveEventInvites: boolean }
/** `wording` is the text about consent that the form displayed. Undefined if another program asked, through the API. */
type Consent = Agreed & { source: string; wording: Wording | undefined }
type Wording = { version: string; text: string }

/** What a form sent about consent: whether it displayed the checkbox for updates, and whether the visitor ticked it. */
type FormConsent = { consentShown?: 'box' | undefined; receiveUpdates: boolean }

/**
 * Returns to which mails a visitor agreed by a form, and the text that they saw. A form with a checkbox agrees if it is
 * ticked; a form with a notice agrees to `byNotice`. If the series has changed from notice to checkbox since the form
 * was loaded, the visitor agrees to nothing.
 */
export function readConsent(
  asked: ConsentKind,
  { consentShown, receiveUpdates }: FormConsent,
  byNotice: Agreed,
): Agreed & { wording: Wording } {
  if (consentShown === 'box') {
    return { receiveUpdates, receiveEventInvites: receiveUpdates, wording: consentBox }
  }
  const agreed = asked === 'box' ? { receiveUpdates: false, receiveEventInvites: false } : byNotice
  return { ...agreed, wording: consentWording }
}

type ConsentRow = Agreed & {
  userId: number
  source: string
  wordingVersion: string
  wording: string | null
}

const addConsent = prepared('add_consent', (db, of: Slots<ConsentRow>) =>
  db
    .insert(consents)
    .values({
      userId: of.userId,
      receiveUpdates: of.receiveUpdates,
      receiveEventInvites: of.receiveEventInvites,
      source: of.source,
      wordingVersion: of.wordingVersion,
      wording: of.wording,
      addressVerifiedAt: sql`(select least(
        (select min(c.address_verified_at) from consents c where c.user_id = u.id),
        (select min(d.link_first_used_at) from outbox_entries d where d.email = u.email),
        (select min(s.verified_at) from sessions s where s.email = u.email))
      from users u where u.id = ${of.userId})`,
    })
    .onConflictDoNothing(),
)

/**
 * Stores the evidence of a consent, once: source, time, wording, and whether a link in a
 * mail had verified the address. noteVerifiedAddress records a later verification.
 */
export async function noteConsent(
  tx: Transaction,
  userId: number,
  { wording, ...consent }: Consent,
): Promise<void> {
  if (!consent.receiveUpdates && !consent.receiveEventInvites) return
  const wordingVersion = wording?.version ?? consentWording.version
  await addConsent(tx, { userId, ...consent, wordingVersion, wording: wording?.text ?? null })
}
