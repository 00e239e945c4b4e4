import { eq, and, inArray, or } from 'drizzle-orm'
import type { ImapFlow } from 'imapflow'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import type { BounceMailbox } from '#platform/settings/bounce-settings.ts'
import type { Config } from '#platform/settings/config.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { bounceMailboxes, outboxEntries } from '#schema/mails.ts'
import { judgeRefusal, markAddress } from './bounces.ts'
import { readReport, type DeliveryReport } from './delivery-report.ts'
import { isOurs, parseMessageId } from './render.ts'

const everySeconds = 120

/** Asks for the mailbox of reports to be read, every two minutes on all nodes together. */
export async function requestReading(db: Db, jobs: JobSender): Promise<void> {
  await jobs.send(db, 'read-bounces', [{}], { singletonSeconds: everySeconds })
}

/** So many mails are looked at before it is noted how far that was. */
const portion = 200
/** Of a mailbox that was never read: older reports are about mails without a signature. */
const firstDays = 14
/** A report holds what it says at its beginning; the mail that it returns may be large. */
const mostBytes = 256 * 1024
const dayMs = 24 * 60 * 60_000

/**
 * Looks for delivery reports in the mails that came to a mailbox since it was last read, and notes what
 * they say. The mailbox is opened for reading only: nothing in it is marked as read, moved or removed. A
 * mail that cannot be understood is passed over. Throws where the mailbox cannot be read; a later call goes
 * on from there.
 */
export async function readMailbox(
  db: Db,
  { mailbox, now }: { mailbox: BounceMailbox; now: () => Date },
): Promise<void> {
  const { name } = mailbox
  await db.insert(bounceMailboxes).values({ name }).onConflictDoNothing()
  const note = (changes: Partial<typeof bounceMailboxes.$inferInsert>) =>
    db.update(bounceMailboxes).set(changes).where(eq(bounceMailboxes.name, name))
  const client = await connect(mailbox)
  try {
    await client.connect()
    await readOn(db, client, { mailbox, now, note })
    await note({ readAt: now(), lastError: null })
    await client.logout()
  } catch (error) {
    await note({ lastError: explain(error) })
    throw error
  } finally {
    client.close()
  }
}

async function connect({ host, port, secure, user, pass, requireTls }: BounceMailbox) {
  const imapflow = await import('imapflow')
  const client = new imapflow.ImapFlow({
    host,
    port,
    secure,
    ...(!secure && requireTls && { doSTARTTLS: true }),
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    maxLiteralSize: 8 * mostBytes,
  })
  // The call under way fails as well, and says why; without a listener the process would end.
  client.on('error', () => {})
  return client
}

type Reading = {
  mailbox: BounceMailbox
  now: () => Date
  note: (changes: Partial<typeof bounceMailboxes.$inferInsert>) => Promise<unknown>
}

async function readOn(db: Db, client: ImapFlow, { mailbox, now, note }: Reading) {
  const opened = await client.mailboxOpen(mailbox.folder, { readOnly: true })
  const validity = String(opened.uidValidity)
  const [known] = await db
    .select()
    .from(bounceMailboxes)
    .where(eq(bounceMailboxes.name, mailbox.name))
  const isKnown = known?.validity === validity
  const wanted = isKnown
    ? { uid: `${known.lastUid + 1}:*` }
    : { since: new Date(now().getTime() - firstDays * dayMs) }
  const found = (await client.search(wanted, { uid: true })) || []
  // `n:*` answers with the last mail even where that is older than n.
  const after = isKnown ? known.lastUid : 0
  const uids = found.filter((uid) => uid > after).toSorted((a, b) => a - b)
  for (let from = 0; from < uids.length; from += portion) {
    const part = uids.slice(from, from + portion)
    await readPortion(db, client, part, now)
    await note({ validity, lastUid: part.at(-1)! })
  }
  // What is older than the first reading goes back is not read later either.
  const lastUid = Math.max(after, uids.at(-1) ?? 0, (opened.uidNext || 1) - 1)
  await note({ validity, lastUid })
}

async function readPortion(db: Db, client: ImapFlow, uids: number[], now: () => Date) {
  const heads = await client.fetchAll(uids, { headers: ['content-type'] }, { uid: true })
  const reports = heads.filter(({ headers }) => /multipart\/report/i.test(String(headers ?? '')))
  for (const { uid } of reports.toSorted((a, b) => a.uid - b.uid)) {
    const wanted = { source: { start: 0, maxLength: mostBytes } }
    const mail = await client.fetchOne(String(uid), wanted, { uid: true })
    const report = mail && mail.source && (await readReport(mail.source).catch(() => undefined))
    if (report) await noteReport(db, report, now())
  }
}

/** imapflow says "Command failed" and keeps the server's own words beside it. */
function explain(error: unknown): string {
  const { message, responseText } = error as { message?: string; responseText?: string }
  return [message, responseText].filter(Boolean).join(': ').slice(0, 500)
}

/** What was handed over; a report about a mail that failed already says nothing new. */
const gone = ['sending', 'sent', 'unknown'] as const

/**
 * Notes that a mail of ours came back: it failed, and its address is marked where the reason is the
 * address. A report about anything else, or for another recipient than the mail had, changes nothing.
 * Answers whether it did.
 */
async function noteReport(
  db: Db,
  { messageId, failed }: DeliveryReport,
  now: Date,
): Promise<boolean> {
  const named = parseMessageId(messageId)
  if (!named) return false
  const linkKey = await readLinkKey(db)
  const { id, carriedBy, state } = outboxEntries
  return db.transaction(async (tx) => {
    const [outboxEntry] = await tx
      .select()
      .from(outboxEntries)
      .where(and(eq(id, named.id), inArray(state, [...gone])))
      .for('update')
    if (!outboxEntry || !isOurs(linkKey, messageId, outboxEntry)) return false
    const { email } = outboxEntry
    const about = failed.find(({ addresses }) => addresses.includes(email))
    if (!about) return false
    await tx
      .update(outboxEntries)
      .set({ state: 'failed', lastError: `It came back: ${about.words}` })
      .where(
        and(or(eq(id, outboxEntry.id), eq(carriedBy, outboxEntry.id)), inArray(state, [...gone])),
      )
    const verdict = judgeRefusal(about)
    if (verdict) {
      const isLasting = verdict === 'lasting'
      await markAddress(tx, {
        email,
        isLasting,
        reason: about.words,
        deliveryId: outboxEntry.id,
        now,
      })
    }
    return true
  })
}

/** What hinders the mailbox of reports from being read, in a sentence for the admin area. */
export async function findMailboxTrouble(
  db: Db,
  { bounceMailbox }: Pick<Config, 'bounceMailbox'>,
): Promise<string[]> {
  if (!bounceMailbox) return []
  const { name } = bounceMailbox
  const [mailbox] = await db.select().from(bounceMailboxes).where(eq(bounceMailboxes.name, name))
  if (!mailbox?.lastError) return []
  return [`The mailbox of BOUNCE_IMAP_URL cannot be read: ${mailbox.lastError}`]
}
