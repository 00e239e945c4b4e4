import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { outboxEntries } from '#schema/mails.ts'
import { addOutboxEntries } from './enqueue.ts'
import type { MailKinds } from './mail-kind.ts'

/** A mail with a link or a code that anybody may ask for. */
type Wish = {
  kind: MailKind
  email: string
  eventId?: number
  /** What the link is about, where that makes it another one. */
  about?: string
}

const hourMs = 60 * 60 * 1000
/** A spent link permits the next one, but nobody's mailbox is filled, whatever the links are for. */
export const mostLinksAnHour = 4
/**
 * Sends a link by mail to whom it belongs; whoever calls has made sure of that. One that is under way, or came
 * within the hour and still leads in, is not sent again; four an hour at most. The caller answers the
 * same in all cases.
 */
export async function requestLink(
  db: Db,
  wish: Wish,
  { jobs, kinds, now }: { jobs: Jobs; kinds: MailKinds; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const dedupeKey = await findDedupeKey(tx, wish, now)
    if (!dedupeKey || (await isMailboxFull(tx, kinds, wish.email, now))) return
    const { kind, email, eventId } = wish
    await addOutboxEntries(tx, jobs, [{ kind, email, eventId, dedupeKey, createdAt: now }])
  })
}

/** Whether so many links and codes went to a mailbox within the hour that none may follow. */
export async function isMailboxFull(
  tx: Transaction,
  kinds: MailKinds,
  email: string,
  now: Date,
): Promise<boolean> {
  const onRequest = (Object.keys(kinds) as MailKind[]).filter((kind) => kinds[kind].isOnRequest)
  const { kind, email: to, createdAt } = outboxEntries
  const recent = and(
    inArray(kind, onRequest),
    eq(to, email),
    gt(createdAt, new Date(now.getTime() - hourMs)),
  )
  return (await tx.$count(outboxEntries, recent)) >= mostLinksAnHour
}

/**
 * What the next mail is called, after the one before it, so that of two asked for at once only one is
 * made; undefined where none is to be sent.
 */
async function findDedupeKey(tx: Transaction, wish: Wish, now: Date): Promise<string | undefined> {
  const table = outboxEntries
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
    .limit(mostLinksAnHour)
  const recent = rows.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < hourMs)
  const about = wish.about ? `${wish.about} ` : ''
  const isThere = rows.some((row) => {
    if (!row.dedupeKey.startsWith(about)) return false
    if (row.state === 'waiting' || row.state === 'sending') return true
    return recent.includes(row) && row.state !== 'failed' && !isLinkExhausted(row, now)
  })
  if (isThere) return undefined
  return `${about}after ${rows[0]?.id ?? 'none'}`
}

/** A link is for one person: open again in another browser for a moment, not for ever. */
const reusableMs = 10 * 60 * 1000
const mostUses = 7

/** Whether the library link of an outbox entry was used: ten minutes ago, or seven times. */
export function isLinkExhausted(
  {
    linkFirstUsedAt,
    linkUses,
  }: Pick<typeof outboxEntries.$inferSelect, 'linkFirstUsedAt' | 'linkUses'>,
  now: Date,
): boolean {
  const isOver = linkFirstUsedAt && now.getTime() - linkFirstUsedAt.getTime() > reusableMs
  return Boolean(isOver) || linkUses >= mostUses
}

export const linkOnItsWay = {
  message: 'If this address is with us, the link is on its way to it. Please look in your mailbox.',
}
