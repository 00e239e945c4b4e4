import {
  createHmac,
  timingSafeEqual,
  type KeyObject,
  createSecretKey,
  randomBytes,
} from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { markDays } from '#platform/http/session-cookie.ts'
import type { Db } from '#platform/db/open.ts'
import { eventCrew } from '#schema/crew.ts'
import { feedbackAnswers } from '#schema/feedback.ts'
import { outboxEntries } from '#schema/mails.ts'
import { partnerLinks } from '#schema/partner-links.ts'
import { users } from '#schema/people.ts'
import { serverSecrets } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'

/**
 * Purposes of signed links. `partner` links contain the id of a row of `partner_links`; `join`, `seat` and `answer` links contain the id of a registration, `quote` links that of an
 * answer, `crew` links that of a crew member, and all others the id of the mail's outbox entry, which determines the recipient.
 */
export type LinkUse =
  | 'join'
  | 'seat'
  | 'answer'
  | 'quote'
  | 'crew'
  | 'enter'
  | 'unsubscribe'
  | 'resubscribe'
  | 'interest'
  | 'series'
  | 'password'
  | 'recovery_email'
  | 'partner'

/**
 * Purpose of the signature in the Message-ID header of sent mails. A bounce that quotes it is about a mail of this
 * site.
 */
type ReportUse = 'report'

/**
 * Purpose of the six-digit codes for sign-in. A code could be guessed, so it works only in the browser that requested
 * it.
 */
type CodeUse = 'code'

/**
 * Purpose of the cookie `greenroom_known`, which proves that a mail once signed a person in with this browser; it
 * grants no access.
 */
type MarkUse = 'browser'

/** Purpose of the test request that the site sends to its own public URL, to find out which headers proxies add. */
type ArrivalUse = 'arrival'

/**
 * Purpose of the signature in the URL of an event's file that not every visitor may open. The signature also covers the
 * last day on which the URL works.
 */
type FileUse = 'material'

/**
 * The database row to which a signed link refers. Email and time are part of the signature, because after a restore
 * another row may get the same id.
 */
export type LinkTarget = { id: number; email: string; createdAt: Date }

function signature(
  secret: KeyObject,
  use: LinkUse | ReportUse | CodeUse | MarkUse | ArrivalUse | FileUse,
  { id, email, createdAt }: LinkTarget,
) {
  const words = JSON.stringify([use, id, email, createdAt.getTime()])
  return createHmac('sha256', secret).update(words).digest().subarray(0, 18)
}

/**
 * Returns the URL-safe token of a row, its id and signature, such as `c1-Yk3…`. The token is deterministic, and
 * cannot be forged without the key.
 */
export function makeLinkToken(
  { secret }: LinkKey,
  use: LinkUse | ReportUse | ArrivalUse | FileUse,
  target: LinkTarget,
): string {
  return `${target.id.toString(36)}-${signature(secret, use, target).toString('base64url')}`
}

/** Returns the row id and the signature in a token; undefined for texts that are no token. */
export function parseLinkToken(token: string): { id: number; signature: Buffer } | undefined {
  const [, idText, signatureText] = /^([a-z0-9]{1,6})-([\w-]{24})$/.exec(token) ?? []
  if (!idText || !signatureText) return undefined
  const id = Number.parseInt(idText, 36)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return undefined
  return { id, signature: Buffer.from(signatureText, 'base64url') }
}

/**
 * Replaces the token of every signed link in a text by `…`, so that the text can be displayed or exported without
 * working links.
 */
export function cutLinkTokens(text: string): string {
  return text.replaceAll(/(?<=\/)[a-z0-9]{1,6}-[\w-]{24}(?![\w-])/g, '…')
}

/** Returns whether a signature is the one for this purpose and database row. */
export function isSignedFor(
  { secret, alsoBelieved }: LinkKey,
  use: LinkUse | ReportUse | MarkUse | ArrivalUse | FileUse,
  target: LinkTarget,
  found: Buffer,
): boolean {
  const secrets = [secret, ...alsoBelieved]
  return secrets.some((one) => timingSafeEqual(signature(one, use, target), found))
}

/** Returns the six-digit sign-in code of a row; deterministic, and unpredictable without the key. */
export function makeCode({ secret }: Pick<LinkKey, 'secret'>, target: LinkTarget): string {
  return String(signature(secret, 'code', target).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the value of the cookie `greenroom_known` for a browser in which a mail to this email signed a person in:
 * the day and a signature.
 */
export function makeBrowserMark({ secret }: LinkKey, email: string, now: Date): string {
  const id = Math.floor(now.getTime() / dayMs)
  return `${id.toString(36)}-${signature(secret, 'browser', markOf(id, email)).toString('base64url')}`
}

/**
 * Returns whether a value of the cookie `greenroom_known` is valid for this email and not older than browsers store
 * it.
 */
export function isBrowserMark(
  key: LinkKey,
  mark: string,
  { email, now }: { email: string; now: Date },
): boolean {
  const parsed = parseLinkToken(mark)
  if (!parsed || now.getTime() / dayMs - parsed.id > markDays) return false
  return isSignedFor(key, 'browser', markOf(parsed.id, email), parsed.signature)
}

function markOf(id: number, email: string): LinkTarget {
  return { id, email, createdAt: new Date(id * dayMs) }
}

/**
 * Returns the codes that are valid for a request to sign in: one for the current key, and one for each key that was
 * replaced recently.
 */
export function listCodes({ secret, alsoBelieved }: LinkKey, target: LinkTarget): string[] {
  return [secret, ...alsoBelieved].map((one) => makeCode({ secret: one }, target))
}

export type LinkKey = {
  /** A KeyObject, because creating one per signature takes longer than signing. */
  secret: KeyObject
  /** Keys that verify signed links but do not sign new ones, during and after `npm run keys -- rotate`. */
  alsoBelieved: KeyObject[]
}

/** A constant key for the links in previews and test mails. Links signed with it are not accepted. */
export const inertLinkKey: LinkKey = {
  secret: createSecretKey(Buffer.alloc(32, 1)),
  alsoBelieved: [],
}

/**
 * After a restore, checks whether the backup contained the key that signs links. Returns a warning for the operator if
 * it did not.
 */
export async function describeLostKey(db: Db): Promise<string | undefined> {
  if (await readKeys(db)) return undefined
  return 'The backup does not contain the key that signs links. Links and codes in mails and calendar entries sent before no longer work, and bounces of those mails are not recognised. Signed-in people stay signed in, and new mails have working links.'
}

/**
 * Milliseconds for which a node caches the keys that sign links. A rotation waits longer between its steps, so that
 * every node has read the new keys.
 */
export const keyReadMs = 10_000

type KeptKey = { reading: Promise<LinkKey>; readAt: number }

const kept = new WeakMap<Db, KeptKey>()

/** Returns the key that signs links in mails; creates the key once per database. */
export function readLinkKey(db: Db): Promise<LinkKey> {
  const known = kept.get(db)
  const now = performance.now()
  if (known && now - known.readAt < keyReadMs) return known.reading
  const reading = known ? readAgain(db, known) : readOrMake(db)
  const next = { reading, readAt: now }
  kept.set(db, next)
  reading.catch(() => kept.get(db) === next && kept.delete(db))
  return reading
}

async function readAgain(db: Db, known: KeptKey): Promise<LinkKey> {
  return (await readKeys(db)) ?? known.reading
}

async function readOrMake(db: Db): Promise<LinkKey> {
  await db
    .insert(serverSecrets)
    .values({ name: 'links', secret: randomBytes(32) })
    .onConflictDoNothing()
  const key = await readKeys(db)
  if (!key) throw new Error('could not create the key that signs links')
  return key
}

/** Returns the keys that sign and verify links; undefined if there are none. */
export async function readKeys(db: Db): Promise<LinkKey | undefined> {
  const rows = await db
    .select()
    .from(serverSecrets)
    .where(sql`(name = 'links' or name like 'links %') and (until is null or until > now())`)
  const secretOf = ({ secret }: { secret: Buffer }) => createSecretKey(secret)
  const signing = rows.find(({ name }) => name === 'links')
  if (!signing) return undefined
  const others = rows.filter((row) => row !== signing)
  return { secret: secretOf(signing), alsoBelieved: others.map(secretOf) }
}

/** Returns the row id of a valid token; undefined for other texts, and if the row was deleted. */
export async function findLinkedRow(
  db: Db,
  use: LinkUse,
  token: string,
): Promise<number | undefined> {
  const parsed = parseLinkToken(token)
  if (!parsed) return undefined
  const target = await readTarget(db, use, parsed.id)
  if (!target) return undefined
  const isOurs = isSignedFor(await readLinkKey(db), use, target, parsed.signature)
  return isOurs ? target.id : undefined
}

/** Returns the target of a partner's link: the signature covers whose numbers it shows. */
export function partnerTarget({
  id,
  kind,
  key,
  createdAt,
}: Pick<typeof partnerLinks.$inferSelect, 'id' | 'kind' | 'key' | 'createdAt'>): LinkTarget {
  return { id, email: `${kind} ${key}`, createdAt }
}

async function readTarget(db: Db, use: LinkUse, id: number): Promise<LinkTarget | undefined> {
  if (use === 'join' || use === 'seat' || use === 'answer') {
    const { createdAt } = eventRegistrations
    const [found] = await db
      .select({ id: eventRegistrations.id, email: users.email, createdAt })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.id, id))
    return found
  }
  if (use === 'quote') {
    // Without an email, so that the author can withdraw the quote after the email was corrected.
    const { id: answerId, createdAt } = feedbackAnswers
    const [found] = await db
      .select({ id: answerId, email: sql<string>`''`, createdAt })
      .from(feedbackAnswers)
      .where(eq(answerId, id))
    return found
  }
  if (use === 'partner') {
    const [found] = await db.select().from(partnerLinks).where(eq(partnerLinks.id, id))
    return found && partnerTarget(found)
  }
  const table: typeof eventCrew | typeof outboxEntries = use === 'crew' ? eventCrew : outboxEntries
  const { email, createdAt } = table
  const [found] = await db
    .select({ id: table.id, email, createdAt })
    .from(table)
    .where(eq(table.id, id))
  return found
}
