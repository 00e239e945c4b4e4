import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { mailingListMembers } from '#schema/newsletter.ts'
import { formerAddresses, users } from '#schema/people.ts'
import { heardWebhooks } from '#schema/webinars.ts'
import { noteUnsubscription } from './consents.ts'

const signatureForm = /^[0-9a-f]{64}$/i

/** Returns whether the `Signature` header of a MailerLite webhook has the expected format. */
export function mayBeSignature(header: unknown): header is string {
  return typeof header === 'string' && signatureForm.test(header)
}

/** Returns whether a `Signature` header is the HMAC-SHA256 of the webhook's raw body; compares in constant time. */
export function isSignedWith(secret: string, header: unknown, raw: Buffer): boolean {
  if (!mayBeSignature(header)) return false
  const expected = createHmac('sha256', secret).update(raw).digest()
  return timingSafeEqual(expected, Buffer.from(header, 'hex'))
}

const reasons: Record<string, string> = {
  'subscriber.unsubscribed': 'Unsubscribed at MailerLite',
  'subscriber.bounced': 'Bounced at MailerLite',
  'subscriber.spam_reported': 'Reported as spam at MailerLite',
}

const listSubscriber = z.object({
  email: z.string().transform(cleanEmailAddress).pipe(z.string().min(3).max(254)),
  unsubscribed_at: z.string().nullish(),
})
/**
 * An event in a webhook call. MailerLite nests the subscriber in some events only, and names the event in
 * `type` or `event`.
 */
const listEvent = z.object({
  type: z.string().optional(),
  event: z.string().optional(),
  subscriber: z.unknown().optional(),
  data: z.object({ subscriber: z.unknown() }).optional().catch(undefined),
})
const listEvents = z.object({ events: z.array(z.unknown()) })

type Left = { email: string; reason: string; leftAt: Date | undefined }

/** Parses a time from MailerLite, which sends UTC without a zone; undefined if the time is invalid. */
function readInstant(text: string | null | undefined): Date | undefined {
  const instant = new Date(`${(text ?? '').replace(' ', 'T')}Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Returns the people in a webhook call who unsubscribed, bounced or reported spam; other events are ignored. */
function readLeft(body: unknown): Left[] {
  const several = listEvents.safeParse(body)
  return (several.success ? several.data.events : [body]).flatMap((one) => {
    const named = listEvent.safeParse(one)
    const reason = named.success && reasons[named.data.type ?? named.data.event ?? '']
    if (!named.success || !reason) return []
    const read = listSubscriber.safeParse(
      named.data.subscriber ?? named.data.data?.subscriber ?? one,
    )
    if (!read.success) return []
    return [{ email: read.data.email, reason, leftAt: readInstant(read.data.unsubscribed_at) }]
  })
}

/**
 * Applies a webhook call of MailerLite with a valid signature: unsubscribes people on this site who
 * unsubscribed, bounced or reported spam at MailerLite. Repeated calls, and events older than a resubscription,
 * change nothing. Returns the number of applied events.
 */
export async function handleMailerliteWebhook(
  db: Db,
  body: unknown,
  { signature, now }: { signature: string; now: Date },
): Promise<{ taken: number }> {
  const left = readLeft(body)
  if (left.length === 0) return { taken: 0 }
  return db.transaction(async (tx) => {
    const isNew = await tx
      .insert(heardWebhooks)
      .values({ signature: `mailerlite ${signature.toLowerCase()}`, heardAt: now })
      .onConflictDoNothing()
      .returning({ heardAt: heardWebhooks.heardAt })
    if (isNew.length === 0) return { taken: 0 }
    let taken = 0
    for (const one of left) taken += (await applyUnsubscription(tx, one, now)) ? 1 : 0
    return { taken }
  })
}

async function applyUnsubscription(tx: Transaction, { email, reason, leftAt }: Left, now: Date) {
  const [person] = await tx
    .select({ userId: users.id, resubscribedAt: mailingListMembers.resubscribedAt })
    .from(users)
    .leftJoin(mailingListMembers, eq(mailingListMembers.userId, users.id))
    .where(eq(users.email, email))
  // Ignore this webhook call: it reports that this site itself unsubscribed the former address of a person whose email
  // changed.
  if (!person && (await isFormer(tx, email))) return false
  if (leftAt && person?.resubscribedAt && leftAt < person.resubscribedAt) return false
  await noteUnsubscription(tx, { email, topic: 'news', cause: 'provider' })
  if (!person) return true
  const told = { state: 'left' as const, told: null, lastError: reason, syncedAt: now }
  await tx
    .insert(mailingListMembers)
    .values({ userId: person.userId, ...told })
    .onConflictDoUpdate({ target: mailingListMembers.userId, set: told })
  return true
}

async function isFormer(tx: Transaction, email: string): Promise<boolean> {
  return (await tx.$count(formerAddresses, eq(formerAddresses.email, email))) > 0
}
