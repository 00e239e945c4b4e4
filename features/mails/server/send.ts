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
import { readResendKey } from './enqueue.ts'
import type { MailKinds, Notification } from './mail-kind.ts'
import { AddressRefused, InDoubt, type Mailer } from './mailer.ts'
import { listApplicableNotifications, selectRecipients } from './plan.ts'
import type { Outcome } from './pace.ts'
import {
  noteAnswered,
  noteHandedOver,
  noteTry,
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
  now: Date
  begin: (outboxEntryId: number) => Promise<BegunMail | undefined>
  /** Told what the mail server made of it: nothing where it took the mail. */
  noteOutcome?: (outcome: Outcome) => Promise<void>
  /** Told of each mail that is over, by its number: never to whom. */
  log?: Log
}

/**
 * Sends one mail about all of its notifications that are still owed, and notes it. A process that dies between
 * handing it over and the note of the answer leaves that behind: reminders and news are then not repeated
 * (`unknown`), anything else is once, with the same Message-ID. A mail that the mail server does not answer is
 * repeated once, an announcement never.
 * Answers whether it was handed over; throws where the queue is to try again or to give up. Specification, "Mails".
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
    await noteTry(db, tryOf(rows), 'unknown', `The process ended while sending: ${notRepeated}`)
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
      await noteTry(db, tryOf(applicable), isLast ? 'unknown' : 'waiting', words, tries)
      await context.noteOutcome?.({ ...outcome, error })
      if (isLast) return inDoubt
      throw new TryLater(words, queueTime(unansweredPauseMs))
    }
    if (error instanceof AddressRefused) {
      await markAddress(db, {
        email,
        isLasting: error.isLasting,
        reason: error.words,
        deliveryId: outboxEntryId,
        now,
      })
    }
    const state = isOver ? 'failed' : 'waiting'
    await noteTry(db, tryOf(applicable), state, lastError, unanswered)
    if (isOver) context.log?.warn(logged, 'mail given up')
    await context.noteOutcome?.({ ...outcome, error })
    throw error
  })
  if (sent === nobodys) return false
  if (sent === inDoubt) return true
  // Should this fail, the mail is out: `sending` stays, as if the process had ended here.
  const state = context.mailer.isSending ? 'sent' : 'kept'
  await noteAnswered(db, { ...sent, state, mail: outboxEntryId, now: now.toISOString() })
  context.log?.info(logged, `mail ${state}`)
  await context.noteOutcome?.(outcome)
  return true

  function isLeftInDoubt({ outboxEntry }: NotificationRow) {
    return kinds[outboxEntry.kind].isLeftInDoubt
  }
}

/** A mail that was handed over so often without an answer is not sent again: each may have arrived. */
const mostUnanswered = 2
/** A server that checks a mail for long may have accepted it late; until then it is not asked again. */
const unansweredPauseMs = 2 * 60_000

const notRepeated = 'it may have arrived, so it is not repeated'
/** What became of a mail that nothing is to be noted of any more. */
const [nobodys, inDoubt] = ['nobodys', 'in doubt'] as const

/**
 * Hands the mail over and answers what is to be noted of it; sends nothing where it is nobody's meanwhile. The first notification leads it: its subject, its
 * links and its Message-ID are that outbox entry's.
 */
async function sendRows(
  db: Db,
  context: SendContext,
  rows: NotificationRow[],
): Promise<Answered | typeof nobodys> {
  const { mailer, now, kinds } = context
  const { outboxEntry } = rows[0]!
  const isInert = kinds[outboxEntry.kind].isInert?.(outboxEntry)
  const told = await Promise.all(rows.map((row) => addFormerStart(db, kinds, row)))
  const renderedMail = writeMail(told, context, isInert ? inertLinkKey : context.linkKey)
  const dated = rows.filter(({ event }) => event && eventStart(event))
  const still = await noteHandedOver(db, {
    ...tryOf(rows),
    now: now.toISOString(),
    told: dated.map(({ outboxEntry: { id } }) => id),
    starts: dated.map(({ event }) => eventStart(event!)!.toISOString()),
  })
  if (still.length === 0) return nobodys
  const answer = await mailer.send(renderedMail, `${outboxEntry.id}-${outboxEntry.kind}`)
  const { subject, text, html, messageId } = renderedMail
  const kept = mailer.isSending ? null : JSON.stringify({ subject, text, html })
  return { answer, messageId, kept }
}

async function addFormerStart(db: Db, kinds: MailKinds, row: NotificationRow) {
  const mail = kinds[row.outboxEntry.kind]
  if (mail.to === 'person' || !mail.saysFormerTime) return row
  return { ...row, formerStart: await readFormerStart(db, row) }
}

/** A mail about these notifications as it goes out, with links that this key signs. */
export function writeMail(
  rows: (NotificationRow & Pick<Notification, 'formerStart'>)[],
  context: Pick<SendContext, 'kinds' | 'site' | 'origin' | 'linkKey'> & {
    mailer: Pick<Mailer, 'from'>
  },
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

/** Leaves out what is no longer to be told, and answers the rest. */
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
      await noteTry(db, tryOf([row]), 'skipped', reason)
    }
  }
  return applicable
}

/**
 * Why a notification that was planned is not to be told any more, judged at the moment of sending by the rule
 * that planned it: hours may lie between. An unsubscription takes effect at once.
 */
async function recheckBeforeSending(
  db: Db,
  kinds: MailKinds,
  row: NotificationRow,
  time: TimeContext,
): Promise<string | undefined> {
  const { event, registration, crew } = row
  const { kind, email, dedupeKey } = row.outboxEntry
  const mail = kinds[kind]
  if (row.bounceReason !== null) return `Mails to this address come back: ${row.bounceReason}`
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
  const repeated = readResendKey(dedupeKey)
  const about = repeated?.first ?? dedupeKey
  const notification = listApplicableNotifications(kinds, event, time).find(
    (applicable) => applicable.kind === kind && applicable.dedupeKey === about,
  )
  if (!notification) return mail.due.whyNot?.(event, time, about) ?? 'It is owed no longer'
  // Somebody in the admin area wished it: that they were told before is no reason.
  if (repeated) return undefined
  const { rows } = await db.execute(
    sql`select 1 ${selectRecipients(kinds, event, notification)} and u.email = ${email}`,
  )
  if (rows.length > 0) return undefined
  return mail.due.whyNotThem ?? 'Another mail has told it meanwhile'
}
