import { and, eq, sql } from 'drizzle-orm'
import { cleanMessage } from '#features/bounces/server/clean-message.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { GiveUp, queueTime, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import type { Log } from '#platform/log/log.ts'
import { inertLinkKey, type LinkKey } from '#platform/signed-links/signed-links.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { markAddress } from './bounces.ts'
import { composeMail } from './compose.ts'
import type { MailKinds, Notification } from './mail-kind.ts'
import { keepMail } from './kept-mail.ts'
import { AddressRefused, InDoubt, type Mailer } from './mailer.ts'
import { listApplicableNotifications, selectRecipients } from './plan.ts'
import type { Outcome } from './pace.ts'
import {
  noteAnswered,
  noteHandedOver,
  storeAttempt,
  readFormerStart,
  tryOf,
  type Answered,
  type BegunMail,
  type NotificationRow,
} from './record.ts'
import { renderMail } from './render.ts'

type SendContext = {
  kinds: MailKinds
  mailer: Mailer
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>
  origin: string
  linkKey: LinkKey
  isZoomConnected: boolean
  now: Date
  begin: (outboxEntryId: number) => Promise<BegunMail | undefined>
  /** Called after each attempt; `outcome.error` is undefined if the mail server accepted the mail. */
  noteOutcome?: (outcome: Outcome) => Promise<void>
  /** Logs each finished mail with the id of its outbox entry, never with its recipient. */
  log?: Log
}

/**
 * Sends one mail with its notifications that are still applicable, and records the result. If the process
 * crashes after it handed the mail to the mail server, reminders and news are not sent again (`unknown`);
 * other mails are sent once more with the same Message-ID. If the mail server does not reply, the mail is
 * sent once more, an announcement never. Returns whether the mail was handed over; throws if the queue must
 * retry or give up.
 */
export async function sendMail(
  db: Db,
  context: SendContext,
  outboxEntryId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<boolean> {
  const { kinds, now, site } = context
  const begun = await context.begin(outboxEntryId)
  const rows = begun?.rows ?? []
  const goesOnce = rows.some(({ outboxEntry }) => !kinds[outboxEntry.kind].isRepeatable)
  const unanswered = Math.max(0, ...rows.map(({ outboxEntry }) => outboxEntry.unansweredTries))
  if (begun?.mayHaveArrived && (goesOnce || unanswered >= mostUnanswered)) {
    await storeAttempt(
      db,
      tryOf(rows),
      'unknown',
      `The server stopped while sending: ${notRepeated}`,
    )
    return false
  }
  const applicable = await keepApplicable(db, kinds, rows, { now, timeZone: site.display.zone })
  if (applicable.length === 0) return false
  const { lastError: before, email, kind } = applicable[0]!.outboxEntry
  const logged = { mail: outboxEntryId, kind }
  const outcome = { mail: outboxEntryId, at: now, before, begunAt: performance.now() }
  const sent = await sendRows(db, context, applicable).catch(async (error: unknown) => {
    const isOver = error instanceof GiveUp || attempt.isLast
    const lastError = cleanMessage(error instanceof Error ? error.message : String(error), 1000)
    if (error instanceof InDoubt) {
      const isLast = applicable.some(isLeftInDoubt) || unanswered + 1 >= mostUnanswered
      const words = `The mail server did not answer: ${isLast ? notRepeated : 'it may have arrived'} (${lastError})`
      const tries = unanswered + 1
      await storeAttempt(db, tryOf(applicable), isLast ? 'unknown' : 'waiting', words, tries)
      await context.noteOutcome?.({ ...outcome, error })
      if (isLast) return inDoubt
      throw new TryLater(words, queueTime(unansweredPauseMs))
    }
    if (error instanceof AddressRefused) {
      await markAddress(db, {
        email,
        isLasting: error.isLasting,
        reason: error.words,
        outboxEntryId,
        now,
      })
    }
    const state = isOver ? 'failed' : 'waiting'
    await storeAttempt(db, tryOf(applicable), state, lastError, unanswered)
    if (isOver) context.log?.warn(logged, 'mail given up')
    await context.noteOutcome?.({ ...outcome, error })
    throw error
  })
  if (sent === nobodys) return false
  if (sent === inDoubt) return true
  // If storing the result fails, the mail was sent, but its state remains `sending`. The next attempt treats it like a
  // mail whose attempt was interrupted.
  const state = context.mailer.isSending ? 'sent' : 'kept'
  await noteAnswered(db, { ...sent, state, mail: outboxEntryId, now: now.toISOString() })
  context.log?.info(logged, `mail ${state}`)
  await context.noteOutcome?.(outcome)
  return true

  function isLeftInDoubt({ outboxEntry }: NotificationRow) {
    return kinds[outboxEntry.kind].isLeftInDoubt
  }
}

/** Number of attempts without a reply after which a mail is not sent again, because each may have arrived. */
const mostUnanswered = 2
/**
 * Milliseconds before a mail without a reply is sent again; a mail server that scans slowly may have
 * accepted it.
 */
const unansweredPauseMs = 2 * 60_000

const notRepeated = 'it may have arrived, so it is not repeated'
/**
 * Results that have no response to store: nothing was sent (`nobodys`), or the connection broke before the response
 * (`inDoubt`).
 */
const [nobodys, inDoubt] = ['nobodys', 'in doubt'] as const

/**
 * Sends a mail and returns the mail server's reply. Sends nothing if an erasure deleted the outbox entries
 * or another attempt has begun. The first notification determines subject, links and Message-ID.
 */
async function sendRows(
  db: Db,
  context: SendContext,
  rows: NotificationRow[],
): Promise<Answered | typeof nobodys> {
  const { mailer, now, kinds } = context
  const { outboxEntry } = rows[0]!
  const renderedMail = await composeRows(db, rows, context)
  const dated = rows.filter(({ event }) => event && eventStart(event))
  const still = await noteHandedOver(db, {
    ...tryOf(rows),
    now: now.toISOString(),
    told: dated.map(({ outboxEntry: { id } }) => id),
    starts: dated.map(({ event }) => eventStart(event!)!.toISOString()),
  })
  if (still.length === 0) return nobodys
  const answer = await mailer.send(renderedMail, `${outboxEntry.id}-${outboxEntry.kind}`)
  const kept = JSON.stringify(keepMail(renderedMail, mailer, kinds[outboxEntry.kind]))
  return { answer, messageId: renderedMail.messageId, kept }
}

type Composing = Pick<SendContext, 'kinds' | 'site' | 'origin' | 'linkKey'> & {
  mailer: Pick<Mailer, 'from'>
}
type Finding = Composing & Pick<SendContext, 'isZoomConnected'>

/** Composes and renders the mail of these notifications, as it is sent. */
export async function composeRows(db: Db, rows: NotificationRow[], context: Finding) {
  const { linkKey } = context
  const { isTest } = rows[0]!.outboxEntry
  const told = await Promise.all(rows.map((row) => addDetails(db, context, row, rows)))
  return writeMail(told, context, isTest ? inertLinkKey : linkKey)
}

type Details = Pick<
  Notification,
  'formerStart' | 'nextEvent' | 'hasRecordingMail' | 'feedback' | 'quote' | 'parts'
>

/** Adds values from other rows that the text of this kind of mail contains. `rows` are all notifications of the mail. */
async function addDetails(
  db: Db,
  { kinds, site: { display }, ...context }: Finding,
  row: NotificationRow,
  rows: NotificationRow[],
): Promise<NotificationRow & Details> {
  const mail = kinds[row.outboxEntry.kind]
  if (mail.to === 'person') {
    const parts = await mail.findParts?.(db, row, { ...context, display })
    return { ...row, ...(parts && { parts }) }
  }
  return {
    ...row,
    ...(mail.saysFormerTime && { formerStart: await readFormerStart(db, row) }),
    ...(mail.findNextEvent && { nextEvent: await mail.findNextEvent(db, row) }),
    ...(mail.findFeedback && { feedback: await mail.findFeedback(db, row) }),
    ...(mail.findQuote && { quote: await mail.findQuote(db, row) }),
    hasRecordingMail: rows.some(({ outboxEntry }) => outboxEntry.kind === 'recording_ready'),
  }
}

/** Composes and renders a mail with these notifications. `keyOfLinks` is the key that signs the links in the text. */
export function writeMail(
  rows: (NotificationRow & Details)[],
  context: Composing,
  keyOfLinks: LinkKey,
) {
  const { mailer, site, linkKey, origin } = context
  const { outboxEntry, firstName, crew } = rows[0]!
  const mail = composeMail(
    rows.map((row) => ({ ...row, kind: row.outboxEntry.kind })),
    { ...context, linkKey: keyOfLinks, firstName: firstName ?? crew?.name ?? '', outboxEntry },
  )
  return renderMail(mail, { outboxEntry, linkKey, from: mailer.from, site, origin })
}

/** Removes notifications that are no longer applicable from a mail, and records them as skipped. */
async function keepApplicable(
  db: Db,
  kinds: MailKinds,
  rows: NotificationRow[],
  time: TimeContext,
): Promise<NotificationRow[]> {
  const applicable: NotificationRow[] = []
  for (const row of rows) {
    const reason = await recheckBeforeSending(db, kinds, row, time)
    if (reason === undefined) applicable.push(row)
    else {
      await storeAttempt(db, tryOf([row]), 'skipped', reason)
    }
  }
  return applicable
}

/**
 * Returns why a planned notification must not be sent any more; undefined if it may be sent. Evaluates again the rule
 * by which it was planned, because hours may have passed. Unsubscriptions apply immediately.
 */
async function recheckBeforeSending(
  db: Db,
  kinds: MailKinds,
  row: NotificationRow,
  time: TimeContext,
): Promise<string | undefined> {
  const { event, registration, crew } = row
  const { kind, email, dedupeKey, resendOf } = row.outboxEntry
  const mail = kinds[kind]
  if (row.bounceReason !== null) return `Emails to this address bounce: ${row.bounceReason}`
  if (mail.findWhyNot) return mail.findWhyNot(db, row, time)
  if (mail.topic) {
    const left = await db.$count(
      unsubscriptions,
      and(eq(unsubscriptions.email, email), eq(unsubscriptions.topic, mail.topic)),
    )
    if (left > 0) return `Unsubscribed from ${mail.topic}`
  }
  if (event && mail.to === 'crew' && !crew) return 'No longer in the crew'
  if (event && mail.to === 'registrant' && !registration) return 'No longer registered'
  if (mail.whyNot) return mail.whyNot(row, time)
  if (!event || mail.to === 'person' || !mail.due) return undefined
  const about = resendOf ?? dedupeKey
  const notification = listApplicableNotifications(kinds, event, time).find(
    (applicable) => applicable.kind === kind && applicable.dedupeKey === about,
  )
  if (!notification) return mail.due.whyNot?.(event, time, about) ?? 'No longer due'
  // An administrator requested to send this mail again, so an earlier mail is no reason to skip it.
  if (resendOf !== null) return undefined
  const { rows } = await db.execute(
    sql`select 1 ${selectRecipients(kinds, event, notification)} and u.email = ${email}`,
  )
  if (rows.length > 0) return undefined
  return mail.due.whyNotThem ?? 'Another email has already said this'
}
