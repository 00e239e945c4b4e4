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
import { outboxEntries } from '#schema/mails.ts'
import { users } from '#schema/people.ts'
import { serverSecrets } from '#schema/platform.ts'
import { eventRegistrations } from '#schema/registrations.ts'

/**
 * What a link in a mail is for. `join` and `seat` name a registration, `crew` one of an event's crew, the
 * others the outbox entry that carried them, and with it the person.
 */
export type LinkUse =
  | 'join'
  | 'seat'
  | 'crew'
  | 'enter'
  | 'unsubscribe'
  | 'resubscribe'
  | 'interest'
  | 'password'
  | 'recovery_email'

/** Beside them, what a Message-ID is made with, so that a report about a mail shows to be one. */
type ReportUse = 'report'

/** Beside them, what a code by mail is made for: too short to be a signature, and bound to its browser. */
type CodeUse = 'code'

/** Beside them, what shows that a mail let a browser in; it opens nothing. */
type MarkUse = 'browser'

/** Beside them, what shows that a call of the site comes from its own check of how it is reached. */
type ArrivalUse = 'arrival'

/** The row that a link names. A restored copy gives an id out again, but not to the same person then. */
export type LinkTarget = { id: number; email: string; createdAt: Date }

function signature(
  secret: KeyObject,
  use: LinkUse | ReportUse | CodeUse | MarkUse | ArrivalUse,
  { id, email, createdAt }: LinkTarget,
) {
  const words = JSON.stringify([use, id, email, createdAt.getTime()])
  return createHmac('sha256', secret).update(words).digest().subarray(0, 18)
}

/** A token that only this server can make, the same at every call: `c1-Yk3…`, safe in an address. */
export function makeLinkToken(
  { secret }: LinkKey,
  use: LinkUse | ReportUse | ArrivalUse,
  target: LinkTarget,
): string {
  return `${target.id.toString(36)}-${signature(secret, use, target).toString('base64url')}`
}

/** The id that a token names and its signature; undefined for any other text. */
export function parseLinkToken(token: string): { id: number; signature: Buffer } | undefined {
  const [, idText, signatureText] = /^([a-z0-9]{1,6})-([\w-]{24})$/.exec(token) ?? []
  if (!idText || !signatureText) return undefined
  const id = Number.parseInt(idText, 36)
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return undefined
  return { id, signature: Buffer.from(signatureText, 'base64url') }
}

/** A text whose links lead nowhere any more: what was signed is cut out of their addresses. */
export function cutLinkTokens(text: string): string {
  return text.replaceAll(/(?<=\/)[a-z0-9]{1,6}-[\w-]{24}(?![\w-])/g, '…')
}

/** Whether a signature was made for this use and this very row. */
export function isSignedFor(
  { secret, alsoBelieved }: LinkKey,
  use: LinkUse | ReportUse | MarkUse | ArrivalUse,
  target: LinkTarget,
  found: Buffer,
): boolean {
  const secrets = [secret, ...alsoBelieved]
  return secrets.some((one) => timingSafeEqual(signature(one, use, target), found))
}

/** Six digits that only this server can tell, the same at every call for the same row. */
export function makeCode({ secret }: Pick<LinkKey, 'secret'>, target: LinkTarget): string {
  return String(signature(secret, 'code', target).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const dayMs = 24 * 60 * 60 * 1000

/** What a browser keeps that a mail to this address has let in, with the day on which it did. */
export function makeBrowserMark({ secret }: LinkKey, email: string, now: Date): string {
  const id = Math.floor(now.getTime() / dayMs)
  return `${id.toString(36)}-${signature(secret, 'browser', markOf(id, email)).toString('base64url')}`
}

/** Whether a mark was made for this address, at most so many days ago as browsers keep it. */
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

/** The codes that may have been mailed for a row: by the key of today, and by those of just before. */
export function listCodes({ secret, alsoBelieved }: LinkKey, target: LinkTarget): string[] {
  return [secret, ...alsoBelieved].map((one) => makeCode({ secret: one }, target))
}

export type LinkKey = {
  /** Ready for use: bytes would be made a key for each signature, which takes longer than signing. */
  secret: KeyObject
  /** Keys that sign nothing, while `npm run keys -- rotate` takes place and for a stretch after it. */
  alsoBelieved: KeyObject[]
}

/** Signs what leads nowhere: the links of mails that are only looked at, or tried. */
export const inertLinkKey: LinkKey = {
  secret: createSecretKey(Buffer.alloc(32, 1)),
  alsoBelieved: [],
}

/** What it means that a copy was loaded that holds no key of links, or undefined where it holds one. */
export async function describeLostKey(db: Db): Promise<string | undefined> {
  if (await readKeys(db)) return undefined
  return 'The copy holds no key of links: links in mails and calendar entries sent before open nothing any more, codes by mail neither, and mails that come back are not known as ours. Who is signed in stays so; new mails have new links.'
}

/** For so long a node signs and believes by what it read: a rotation waits longer between its steps. */
export const keyReadMs = 10_000

type KeptKey = { reading: Promise<LinkKey>; readAt: number }

const kept = new WeakMap<Db, KeptKey>()

/** The key of the links in mails: made once for a database, the same on every node and after restarts. */
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
  if (!key) throw new Error('the key of the links could not be made')
  return key
}

/** The key where there is one; makes none. */
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

/** The id of the row that a token was made for; undefined for any other text, and where it is gone. */
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

async function readTarget(db: Db, use: LinkUse, id: number): Promise<LinkTarget | undefined> {
  if (use === 'join' || use === 'seat') {
    const { createdAt } = eventRegistrations
    const [found] = await db
      .select({ id: eventRegistrations.id, email: users.email, createdAt })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.id, id))
    return found
  }
  const table: typeof eventCrew | typeof outboxEntries = use === 'crew' ? eventCrew : outboxEntries
  const { email, createdAt } = table
  const [found] = await db
    .select({ id: table.id, email, createdAt })
    .from(table)
    .where(eq(table.id, id))
  return found
}
