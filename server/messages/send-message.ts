import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Site } from '#shared/site.ts'
import { eventStart } from '#shared/event-time.ts'
import { isAtMostOnce, type DeliveryState } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/tables/messages.ts'
import type { Moment } from '#server/events/moment.ts'
import { markAddress } from '#server/bounces/mark-address.ts'
import { GiveUp } from '#server/jobs/outcomes.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import type { LinkKey } from '#server/link-tokens/read-link-key.ts'
import { composeMail } from './compose-mail.ts'
import { findReasonToSkip } from './find-reason-to-skip.ts'
import { AddressRefused, type Mailer } from './mailer.ts'
import { readMatters, type MatterRow } from './read-matters.ts'
import { writeLetter } from './write-letter.ts'

export type SendContext = {
  mailer: Mailer
  site: Pick<Site, 'series' | 'display'>
  origin: string
  linkKey: LinkKey
  now: Date
}

type Changes = Partial<typeof messageDeliveries.$inferInsert>

/** The rows of one mail: the carrier, which may be gone, and what it carries. */
function ofMail(id: number) {
  return or(eq(messageDeliveries.id, id), eq(messageDeliveries.carriedBy, id))
}

/** What is sent in one mail shares its fate from the beginning of a try on. */
function note(db: Db, id: number, state: DeliveryState, changes: Changes = {}) {
  return db
    .update(messageDeliveries)
    .set({ state, ...changes })
    .where(and(ofMail(id), eq(messageDeliveries.state, 'sending')))
}

/**
 * Begins a try; answers whether one before it was cut off after the mail was handed over, or nothing
 * where there is no more to do.
 */
async function begin(
  db: Db,
  id: number,
  now: Date,
): Promise<{ mayHaveArrived: boolean } | undefined> {
  const open = and(ofMail(id), inArray(messageDeliveries.state, ['waiting', 'sending']))
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ state: messageDeliveries.state, handedOverAt: messageDeliveries.handedOverAt })
      .from(messageDeliveries)
      .where(open)
      .for('update')
    if (found.length === 0) return undefined
    await tx
      .update(messageDeliveries)
      .set({
        state: 'sending',
        triedAt: now,
        attempts: sql`${messageDeliveries.attempts} + 1`,
        handedOverAt: null,
      })
      .where(open)
    const isCutOff = found.some(({ state, handedOverAt }) => state === 'sending' && handedOverAt)
    return { mayHaveArrived: isCutOff }
  })
}

/** Leaves out what is no longer to be told, and answers the rest. */
async function keepOwed(db: Db, rows: MatterRow[], moment: Moment): Promise<MatterRow[]> {
  const owed: MatterRow[] = []
  for (const row of rows) {
    const reason = await findReasonToSkip(db, row, moment)
    if (reason === undefined) owed.push(row)
    else {
      await db
        .update(messageDeliveries)
        .set({ state: 'skipped', lastError: reason })
        .where(eq(messageDeliveries.id, row.delivery.id))
    }
  }
  return owed
}

/**
 * Sends one mail about all of its matters that are still owed, and notes it. A process that dies between
 * handing it over and the note of the answer leaves that behind: reminders and news are then not repeated
 * (`unknown`), anything else is, with the same Message-ID. Throws where the queue is to try again or to
 * give up. Specification, "Mails".
 */
export async function sendMessage(
  db: Db,
  context: SendContext,
  deliveryId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const { now, site } = context
  const begun = await begin(db, deliveryId, now)
  const found = begun ? await readMatters(db, deliveryId) : []
  const rows = found.filter(({ delivery }) => delivery.state === 'sending')
  if (begun?.mayHaveArrived && rows.some(({ delivery }) => isAtMostOnce(delivery.kind))) {
    const lastError = 'The process ended while sending: it may have arrived, so it is not repeated'
    await note(db, deliveryId, 'unknown', { lastError })
    return
  }
  const owed = await keepOwed(db, rows, { now, timeZone: site.display.zone })
  if (owed.length === 0) return
  const answered = await sendRows(db, context, owed, deliveryId).catch(async (error: unknown) => {
    const isOver = error instanceof GiveUp || attempt.isLast
    const lastError = error instanceof Error ? error.message : String(error)
    if (error instanceof AddressRefused) {
      const { email } = owed[0]!.delivery
      const isLasting = error.verdict === 'lasting'
      await markAddress(db, { email, isLasting, reason: error.words, deliveryId, now })
    }
    await note(db, deliveryId, isOver ? 'failed' : 'waiting', { lastError })
    throw error
  })
  // Should this fail, the mail is out: `sending` stays, as if the process had ended here.
  await note(db, deliveryId, context.mailer.isSending ? 'sent' : 'kept', answered)
}

/**
 * Hands the mail over and answers what is to be noted of it. The first matter leads it: its subject, its
 * links and its Message-ID are that delivery's.
 */
async function sendRows(
  db: Db,
  context: SendContext,
  rows: MatterRow[],
  mailId: number,
): Promise<Changes> {
  const { mailer, now, site } = context
  const { delivery, firstName } = rows[0]!
  const mail = composeMail(
    rows.map(({ delivery: { kind }, event, isMapped, registration }) => ({
      kind,
      event: event ?? undefined,
      isMapped,
      registration: registration ?? undefined,
    })),
    { ...context, firstName: firstName ?? '', delivery },
  )
  await noteToldStarts(db, rows)
  const letter = writeLetter(mail, {
    delivery,
    linkKey: context.linkKey,
    from: mailer.from,
    series: site.series,
  })
  await note(db, mailId, 'sending', { handedOverAt: now })
  const answer = await mailer.send(letter, `${delivery.id}-${delivery.kind}`)
  return {
    answer,
    lastError: null,
    sentAt: now,
    messageId: letter.messageId,
    ...(!mailer.isSending && {
      kept: { subject: mail.subject, text: letter.text, html: letter.html },
    }),
  }
}

/**
 * Before the mail goes: whoever looks afterwards must not take an untold time for a changed one.
 */
async function noteToldStarts(db: Db, rows: MatterRow[]) {
  for (const { delivery, event } of rows) {
    const toldStart = event && eventStart(event)
    if (!toldStart) continue
    await db
      .update(messageDeliveries)
      .set({ toldStart })
      .where(eq(messageDeliveries.id, delivery.id))
  }
}
