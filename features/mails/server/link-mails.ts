import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { topics as allTopics, type Topic } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { Call } from '#platform/http/call.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { isBrowserMark, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { type LinkAllowance, linkAllowances, outboxEntries } from '#schema/mails.ts'
import { addOutboxEntries } from './enqueue.ts'
import type { LinkUsage, MailKinds } from './mail-kind.ts'

/** A visitor's request for a mail with a link or code. Anyone can make it for any address. */
type Wish = {
  kind: MailKind
  email: string
  eventId?: number
  /** Topics that a resubscribe link restores. */
  topics?: Topic[]
}

const hourMs = 60 * 60 * 1000
/**
 * Mails with links per hour to one address, over all kinds of links. Browsers that a mail to the address
 * signed in, and join links on the event day, have separate allowances of the same size.
 */
export const mostLinksAnHour = 4

/**
 * Adds a mail with a link to the outbox. The caller has checked that the recipient may get the link. Adds none if such
 * a mail is waiting, was sent within the hour and its link still works, or if too many links were requested within the
 * hour.
 */
export async function planLink(
  tx: Transaction,
  { own, ...wish }: Wish & { own: LinkAllowance[] },
  { jobs, kinds, now }: { jobs: Jobs; kinds: MailKinds; now: Date },
): Promise<void> {
  const topics = wish.topics && allTopics.filter((topic) => wish.topics?.includes(topic))
  const dedupeKey = await findDedupeKey(tx, { ...wish, topics }, kinds, now)
  if (!dedupeKey) return
  const linkAllowance = await findAllowance(tx, kinds, { email: wish.email, own, now })
  if (linkAllowance === undefined) return
  const { kind, email, eventId } = wish
  const entry = { kind, email, eventId, dedupeKey, topics, linkAllowance, createdAt: now }
  await addOutboxEntries(tx, jobs, [entry])
}

/**
 * Returns the limit of `mostLinksAnHour` mails to which the next mail with a link counts. Each address has one limit
 * for requests by all callers, and separate limits that only certain callers may use. `own` names those that this
 * caller may use, such as `own_browser`. Returns the first limit of `own` that is not used up, null for the limit of
 * all callers, and undefined if that one is used up, too: then no mail may be sent.
 */
export async function findAllowance(
  tx: Transaction,
  kinds: MailKinds,
  { email, own, now }: { email: string; own: LinkAllowance[]; now: Date },
): Promise<LinkAllowance | null | undefined> {
  const onRequest = (Object.keys(kinds) as MailKind[]).filter((kind) => kinds[kind].isOnRequest)
  const { kind, email: to, createdAt, linkAllowance } = outboxEntries
  const rows = await tx
    .select({ linkAllowance, sent: count() })
    .from(outboxEntries)
    .where(
      and(inArray(kind, onRequest), eq(to, email), gt(createdAt, new Date(now.getTime() - hourMs))),
    )
    .groupBy(linkAllowance)
  const used = new Map(rows.map((row) => [row.linkAllowance, row.sent]))
  return [...own, null].find((each) => (used.get(each) ?? 0) < mostLinksAnHour)
}

/**
 * Returns `own_browser` if a mail to this address has signed in the calling browser before, otherwise nothing. Mails
 * with links that this browser requests then count towards a limit of their own, which strangers cannot use up.
 */
export async function ownAllowances(
  db: Db,
  call: Call,
  email: string,
  now: Date,
): Promise<LinkAllowance[]> {
  return (await isOwnBrowser(db, call, email, now)) ? ['own_browser'] : []
}

/**
 * Returns whether the calling browser was signed in by a mail to this address, according to its session or
 * a signed cookie. Such a browser has an allowance that strangers cannot use up.
 */
export async function isOwnBrowser(db: Db, call: Call, email: string, now: Date): Promise<boolean> {
  const session = await call.session()
  if (session?.verifiedAt && session.email === email) return true
  const mark = call.browserMark()
  return mark !== undefined && isBrowserMark(await readLinkKey(db), mark, { email, now })
}

/**
 * Returns the dedupe key of the next mail with a link; undefined while an earlier link is pending or still
 * works. The key contains the id of the previous mail, so that simultaneous requests create one mail.
 */
async function findDedupeKey(
  tx: Transaction,
  wish: Wish,
  kinds: MailKinds,
  now: Date,
): Promise<string | undefined> {
  const table = outboxEntries
  const isExhausted = kinds[wish.kind].isExhausted ?? isLinkExhausted
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.kind, wish.kind),
        eq(table.email, wish.email),
        wish.eventId === undefined ? isNull(table.eventId) : eq(table.eventId, wish.eventId),
      ),
    )
    .orderBy(desc(table.id))
    // No more mails than this can be within the hour, because every limit allows at most `mostLinksAnHour`.
    .limit(mostLinksAnHour * (linkAllowances.length + 1))
  const recent = rows.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < hourMs)
  const topics = wish.topics?.join('+')
  const isThere = rows.some((row) => {
    if (topics !== row.topics?.join('+')) return false
    if (row.state === 'waiting' || row.state === 'sending') return true
    return recent.includes(row) && row.state !== 'failed' && !isExhausted(row, now)
  })
  if (isThere) return undefined
  const after = `after ${rows[0]?.id ?? 'none'}`
  return topics ? `${topics} ${after}` : after
}

/**
 * Invalidates unused links in mails of these kinds to an address. Returns the ids of the mails' outbox
 * entries.
 */
export async function exhaustLinks(
  tx: Transaction,
  { email, kinds }: { email: string; kinds: MailKind[] },
  now: Date,
): Promise<number[]> {
  const { id, kind, linkUses } = outboxEntries
  const used = await tx
    .update(outboxEntries)
    .set({ linkFirstUsedAt: now, linkUses: 1 })
    .where(and(eq(outboxEntries.email, email), inArray(kind, kinds), eq(linkUses, 0)))
    .returning({ id })
  return used.map((row) => row.id)
}

/**
 * Milliseconds after the first use of a sign-in link in which it works in a second browser, such as on a
 * phone.
 */
const secondBrowserMs = 10 * 60 * 1000
export const mostBrowsers = 2

/**
 * Returns whether a link to the video library is used up: ten minutes after its first use, or after use in
 * two browsers.
 */
export function isLinkExhausted(
  { linkFirstUsedAt, linkUses }: Pick<LinkUsage, 'linkFirstUsedAt' | 'linkUses'>,
  now: Date,
): boolean {
  const isOver = linkFirstUsedAt && now.getTime() - linkFirstUsedAt.getTime() > secondBrowserMs
  return Boolean(isOver) || linkUses >= mostBrowsers
}

export const hourlyLimitNote =
  'The limit is four such emails an hour. Browsers already signed in by email, and join links on the day of the event, have four more.'

/** Reply to every request for a link, the same for all addresses, so that it does not reveal known ones. */
export const linkOnItsWay = {
  message: `If this email is registered, the link is on its way or was sent within the last hour. Please check your inbox. ${hourlyLimitNote}`,
}
