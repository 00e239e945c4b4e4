import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { Call } from '#platform/http/call.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { isBrowserMark, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { type LinkAllowance, linkAllowances, outboxEntries } from '#schema/mails.ts'
import { addOutboxEntries } from './enqueue.ts'
import type { LinkUsage, MailKinds } from './mail-kind.ts'

/** A mail with a link or code that anyone may request. */
type Wish = {
  kind: MailKind
  email: string
  eventId?: number
  /** Identifies the link's subject, if links of the same kind have several. */
  about?: string
}

const hourMs = 60 * 60 * 1000
/**
 * Mails per hour and mailbox, whatever the links are for. Requests by strangers and by the address's own
 * browsers have separate allowances, each of this size.
 */
export const mostLinksAnHour = 4

/**
 * Plans a mail with a link for its verified owner. Plans none if one is pending, or was sent within the hour
 * and still works.
 */
export async function planLink(
  tx: Transaction,
  { own, ...wish }: Wish & { own: LinkAllowance[] },
  { jobs, kinds, now }: { jobs: Jobs; kinds: MailKinds; now: Date },
): Promise<void> {
  const dedupeKey = await findDedupeKey(tx, wish, kinds, now)
  if (!dedupeKey) return
  const linkAllowance = await findAllowance(tx, kinds, { email: wish.email, own, now })
  if (linkAllowance === undefined) return
  const { kind, email, eventId } = wish
  const entry = { kind, email, eventId, dedupeKey, linkAllowance, createdAt: now }
  await addOutboxEntries(tx, jobs, [entry])
}

/**
 * Returns the first allowance that is not used up in this hour: one of the request's own, else the common
 * one (null). Undefined if all are used up.
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

/** Returns the allowances of a request besides the common one, depending on its browser. */
export async function ownAllowances(
  db: Db,
  call: Call,
  email: string,
  now: Date,
): Promise<LinkAllowance[]> {
  return (await isOwnBrowser(db, call, email, now)) ? ['own_browser'] : []
}

/**
 * Returns whether a mail to this address signed this browser in before. Such a browser has an allowance that
 * strangers cannot use up.
 */
export async function isOwnBrowser(db: Db, call: Call, email: string, now: Date): Promise<boolean> {
  const session = await call.session()
  if (session?.verifiedAt && session.email === email) return true
  const mark = call.browserMark()
  return mark !== undefined && isBrowserMark(await readLinkKey(db), mark, { email, now })
}

/**
 * Returns the dedupe key of the next mail, which follows from the previous one, so that simultaneous
 * requests create one mail; undefined if none may be sent.
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
    // The maximum number of mails within the hour.
    .limit(mostLinksAnHour * (linkAllowances.length + 1))
  const recent = rows.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < hourMs)
  const about = wish.about ? `${wish.about} ` : ''
  const isThere = rows.some((row) => {
    if (!row.dedupeKey.startsWith(about)) return false
    if (row.state === 'waiting' || row.state === 'sending') return true
    return recent.includes(row) && row.state !== 'failed' && !isExhausted(row, now)
  })
  if (isThere) return undefined
  return `${about}after ${rows[0]?.id ?? 'none'}`
}

/**
 * Invalidates the links of these kinds that were mailed to an address, and returns the ids of the mails
 * whose link was unused.
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

/** A link opens a second browser, such as a phone, for a short time only. */
const secondBrowserMs = 10 * 60 * 1000
export const mostBrowsers = 2

/** Returns whether a library link is used up: ten minutes after its first use, or after two browsers. */
export function isLinkExhausted(
  { linkFirstUsedAt, linkUses }: Pick<LinkUsage, 'linkFirstUsedAt' | 'linkUses'>,
  now: Date,
): boolean {
  const isOver = linkFirstUsedAt && now.getTime() - linkFirstUsedAt.getTime() > secondBrowserMs
  return Boolean(isOver) || linkUses >= mostBrowsers
}

/** Answer to every request for a link, whether the address is known or not, so that it reveals nothing. */
export const hourlyLimitNote =
  'One address gets four such mails an hour. Join links on the day, and a browser that such a mail let in before, have four more.'

export const linkOnItsWay = {
  message: `If this address is with us, the link is on its way to it, or came within the hour. Please look in your mailbox. ${hourlyLimitNote}`,
}
