import { and, eq, inArray, or } from 'drizzle-orm'
import type { Report, ReportedRecipient } from '#features/bounces/server/read-report.ts'
import { noteUnsubscriptions } from '#features/newsletter/server/consents.ts'
import { topics } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { markAddress } from './bounces.ts'
import type { NotificationRow } from './record.ts'
import { findMailNames, isOurs, type MailName } from './mail-names.ts'

/**
 * States in which a bounce or spam report can change an outbox entry. For a mail that failed already, a report has no
 * effect.
 */
const gone = ['sending', 'sent', 'unknown'] as const

type Context = { jobs: JobSender; now: Date }

/**
 * Records a report about a mail of this site. A failure marks the mail as failed, and its address as
 * bouncing if the address is the reason. A spam complaint unsubscribes the reader. Other reports change
 * nothing. Returns whether anything changed.
 */
export async function noteReport(db: Db, report: Report, context: Context): Promise<boolean> {
  if (report.kind !== 'failed' && report.kind !== 'complaint') return false
  const names = findMailNames(report.everything)
  if (names.length === 0) return false
  const linkKey = await readLinkKey(db)
  const ids = names.map((name) => name.id)
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(outboxEntries)
      .where(and(inArray(outboxEntries.id, ids), inArray(outboxEntries.state, [...gone])))
      .for('update')
    for (const name of names) {
      const row = rows.find(({ id }) => id === name.id)
      if (!row || !isOurs(linkKey, name, row)) continue
      if (report.kind === 'complaint') return noteComplaint(tx, row, context.jobs)
      const about = findAbout(report.recipients, row.email, name)
      if (about) return noteFailure(tx, row, about, context.now)
    }
    return false
  })
}

/**
 * Returns what a bounce says about the recipient of our mail. A bounce to the envelope sender is always about the mail,
 * even if the mail was forwarded to another mailbox; a Message-ID alone may also be quoted in bounces about other
 * recipients.
 */
function findAbout(recipients: ReportedRecipient[], email: string, { source }: MailName) {
  const named = recipients.find(({ addresses }) => addresses.includes(email))
  const isNobodyElse = recipients.every(({ addresses }) => addresses.length === 0)
  return named ?? (source === 'sender' || isNobodyElse ? recipients[0] : undefined)
}

const ofMail = ({ id }: NotificationRow['outboxEntry']) =>
  and(
    or(eq(outboxEntries.id, id), eq(outboxEntries.carriedBy, id)),
    inArray(outboxEntries.state, [...gone]),
  )

async function noteFailure(
  tx: Transaction,
  row: NotificationRow['outboxEntry'],
  { verdict, reason }: ReportedRecipient,
  now: Date,
): Promise<boolean> {
  const lastError = `It came back: ${reason}`
  await tx.update(outboxEntries).set({ state: 'failed', lastError }).where(ofMail(row))
  if (verdict === 'ours') return true
  const isLasting = verdict === 'lasting'
  await markAddress(tx, { email: row.email, isLasting, reason, outboxEntryId: row.id, now })
  return true
}

async function noteComplaint(
  tx: Transaction,
  row: NotificationRow['outboxEntry'],
  jobs: JobSender,
) {
  const lastError = 'The recipient reported it as spam and gets no more newsletters or reminders'
  await tx.update(outboxEntries).set({ lastError }).where(ofMail(row))
  await noteUnsubscriptions(tx, { email: row.email, topics, cause: 'provider' }, jobs)
  return true
}
