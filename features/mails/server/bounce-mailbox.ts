import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import type { ImapFlow } from 'imapflow'
import { cleanMessage } from '#features/bounces/server/clean-message.ts'
import { mayBeReport } from '#features/bounces/server/report-kind.ts'
import { readReportInThread } from '#features/bounces/server/read-in-thread.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { Db } from '#platform/db/open.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { refuseForbidden } from '#platform/http/reach-server.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import type { BounceMailbox } from '#platform/settings/bounce-settings.ts'
import type { LiveSettings } from '#platform/settings/config.ts'
import { bounceMailboxes } from '#schema/mails.ts'
import { noteReport } from './note-report.ts'

const everySeconds = 120

/** Queues a job that reads the bounce mailbox; all nodes together queue one every two minutes. */
export async function requestReading(db: Db, jobs: JobSender): Promise<void> {
  await jobs.send(db, 'read-bounces', [{}], { singletonSeconds: everySeconds })
}

/** The job saves its position in the bounce mailbox after this many mails, so that a failure repeats few of them. */
const portion = 200
/**
 * Number of days before the first run from which bounces are read. Older ones cannot be verified, because they are
 * about mails without a signature.
 */
const firstDays = 14
/**
 * Bytes to read of each mail. A bounce report is at the beginning; the returned mail after it may be large.
 */
const mostBytes = 256 * 1024
const dayMs = 24 * 60 * 60_000

type Reading = { mailbox: BounceMailbox; jobs: JobSender; now: () => Date }

/**
 * Reads the bounce and spam reports that arrived in the bounce mailbox since the last call, and records
 * their results. Opens the mailbox read-only; skips mails that cannot be parsed. Throws if the mailbox
 * cannot be read; the next call continues at the saved position.
 */
export async function readMailbox(db: Db, { mailbox, jobs, now }: Reading): Promise<void> {
  const { name } = mailbox
  await db.insert(bounceMailboxes).values({ name }).onConflictDoNothing()
  const note = (changes: Partial<typeof bounceMailboxes.$inferInsert>) =>
    db.update(bounceMailboxes).set(changes).where(eq(bounceMailboxes.name, name))
  const client = await connect(mailbox)
  try {
    await refuseForbidden(mailbox.host)
    await client.connect()
    await readFrom(db, client, { mailbox, jobs, now, note })
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
  // The running IMAP command rejects with the same error; without an `error` listener Node would exit.
  client.on('error', () => {})
  return client
}

type Note = (changes: Partial<typeof bounceMailboxes.$inferInsert>) => Promise<unknown>

async function readFrom(db: Db, client: ImapFlow, reading: Reading & { note: Note }) {
  const { mailbox, now, note } = reading
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
  // IMAP answers a search for `n:*` with the last mail, even if the UID of that mail is lower than n.
  const after = isKnown ? known.lastUid : 0
  const uids = found.filter((uid) => uid > after).toSorted((a, b) => a - b)
  for (let from = 0; from < uids.length; from += portion) {
    const part = uids.slice(from, from + portion)
    await readPortion(db, client, part, reading)
    await note({ validity, lastUid: part.at(-1)! })
  }
  // Save the end of the mailbox as the position. Otherwise later runs would read the mails that were too old for this
  // first run.
  const lastUid = Math.max(after, uids.at(-1) ?? 0, (opened.uidNext || 1) - 1)
  await note({ validity, lastUid })
}

/** Headers that identify bounce and spam reports; the bodies of other mails are not downloaded. */
const reportHeaders = [
  'content-type',
  'from',
  'return-path',
  'auto-submitted',
  'x-failed-recipients',
  'to',
  'delivered-to',
  'x-original-to',
  'envelope-to',
]

async function readPortion(db: Db, client: ImapFlow, uids: number[], reading: Reading) {
  const found = await client.fetchAll(uids, { headers: reportHeaders }, { uid: true })
  const reports = found.filter(({ headers }) => mayBeReport(String(headers ?? '')))
  for (const { uid } of reports.toSorted((a, b) => a.uid - b.uid)) {
    const wanted = { source: { start: 0, maxLength: mostBytes } }
    const mail = await client.fetchOne(String(uid), wanted, { uid: true })
    if (mail && mail.source) await takeReport(db, mail.source, reading)
  }
}

/**
 * Records one bounce or spam report. Counts and skips an invalid one, so that the following mails are read.
 */
async function takeReport(db: Db, source: Buffer, { mailbox, jobs, now }: Reading) {
  try {
    await noteReport(db, await readReportInThread(source), { jobs, now: now() })
  } catch (error) {
    if (isOfDatabase(error)) throw error
    const { name, passedOver } = bounceMailboxes
    await db
      .update(bounceMailboxes)
      .set({ passedOver: sql`${passedOver} + 1` })
      .where(eq(name, mailbox.name))
  }
}

/**
 * Returns whether the database caused the error, so that a retry may succeed: the database is unreachable,
 * or the transaction conflicted with another one (SQLSTATE class 40).
 */
function isOfDatabase(error: unknown): boolean {
  const { cause } = error instanceof DrizzleQueryError ? error : { cause: error }
  const { code } = (cause ?? {}) as { code?: unknown }
  return (typeof code === 'string' && code.startsWith('40')) || !!findDatabaseTrouble(error)
}

/** imapflow throws "Command failed" and stores the mail server's message in `responseText`. */
function explain(error: unknown): string {
  const { message, responseText } = error as { message?: string; responseText?: string }
  return cleanMessage([message, responseText].filter(Boolean).join(': '))
}

/**
 * Returns the problems of the bounce mailbox as sentences for the admin area; an empty list if there are
 * none.
 */
export async function findMailboxTrouble(
  db: Db,
  { bounceMailbox }: Pick<LiveSettings, 'bounceMailbox'>,
): Promise<string[]> {
  if (!bounceMailbox) return []
  const { name } = bounceMailbox
  const [mailbox] = await db.select().from(bounceMailboxes).where(eq(bounceMailboxes.name, name))
  const { lastError = null, passedOver = 0 } = mailbox ?? {}
  return [
    ...(lastError ? [`The mailbox of BOUNCE_IMAP_URL cannot be read: ${lastError}`] : []),
    ...(passedOver > 0
      ? [
          `Skipped in the mailbox for bounced email: ${writeCount(passedOver, 'unreadable report')}.`,
        ]
      : []),
  ]
}
