import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Site } from '#shared/site.ts'
import { eventStart } from '#shared/event-time.ts'
import { isAtMostOnce, type DeliveryState } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import { GiveUp } from '#server/jobs/outcomes.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import { composeMail } from './compose-mail.ts'
import { findReasonToSkip } from './find-reason-to-skip.ts'
import type { Mailer } from './mailer.ts'
import { readMatters, type MatterRow } from './read-matters.ts'
import { writeLetter } from './write-letter.ts'

export type SendContext = {
  mailer: Mailer
  site: Pick<Site, 'series' | 'display'>
  origin: string
  secret: Buffer
  now: Date
}

type Changes = Partial<typeof messageDeliveries.$inferInsert>

/** Carrier and carried rows share one fate. */
function note(db: Db, id: number, state: DeliveryState, changes: Changes = {}) {
  return db
    .update(messageDeliveries)
    .set({ state, ...changes })
    .where(or(eq(messageDeliveries.id, id), eq(messageDeliveries.carriedBy, id)))
}

/** Begins a try; answers what state the row was in, or nothing where there is no more to do. */
async function begin(db: Db, id: number, now: Date): Promise<DeliveryState | undefined> {
  const open: DeliveryState[] = ['waiting', 'sending']
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ state: messageDeliveries.state })
      .from(messageDeliveries)
      .where(and(eq(messageDeliveries.id, id), inArray(messageDeliveries.state, open)))
      .for('update')
    if (!found) return undefined
    await tx
      .update(messageDeliveries)
      .set({ state: 'sending', triedAt: now, attempts: sql`${messageDeliveries.attempts} + 1` })
      .where(or(eq(messageDeliveries.id, id), eq(messageDeliveries.carriedBy, id)))
    return found.state
  })
}

/**
 * Sends one mail and notes it. A process that dies between the server's answer and the note leaves
 * `sending` behind: reminders and news are then not repeated (`unknown`), anything else is, with the
 * same Message-ID. Throws where the queue is to try again or to give up. decisions.md, "Registration".
 */
export async function sendMessage(
  db: Db,
  context: SendContext,
  deliveryId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const { now, site } = context
  const before = await begin(db, deliveryId, now)
  const rows = before ? await readMatters(db, deliveryId) : []
  const [carrier] = rows
  if (!carrier) return
  if (before === 'sending' && isAtMostOnce(carrier.delivery.kind)) {
    const lastError = 'The process ended while sending: it may have arrived, so it is not repeated'
    await note(db, deliveryId, 'unknown', { lastError })
    return
  }
  const reason = await findReasonToSkip(db, carrier, { now, timeZone: site.display.zone })
  if (reason) return void (await note(db, deliveryId, 'skipped', { lastError: reason }))
  try {
    await sendRows(db, context, rows, carrier)
  } catch (error) {
    const isOver = error instanceof GiveUp || attempt.isLast
    const lastError = error instanceof Error ? error.message : String(error)
    await note(db, deliveryId, isOver ? 'failed' : 'waiting', { lastError })
    throw error
  }
}

async function sendRows(db: Db, context: SendContext, rows: MatterRow[], carrier: MatterRow) {
  const { mailer, now, site } = context
  const { delivery } = carrier
  const mail = composeMail(
    rows.map(({ delivery: { kind }, event, registrationId }) => ({
      kind,
      event: event ?? undefined,
      registrationId: registrationId ?? undefined,
    })),
    { ...context, firstName: carrier.firstName ?? '', deliveryId: delivery.id },
  )
  await noteToldStarts(db, rows)
  const letter = writeLetter(mail, { delivery, from: mailer.from, series: site.series })
  const answer = await mailer.send(letter, `${delivery.id}-${delivery.kind}`)
  await note(db, delivery.id, mailer.isSending ? 'sent' : 'kept', {
    answer,
    lastError: null,
    sentAt: now,
    messageId: letter.messageId,
    ...(!mailer.isSending && {
      kept: { subject: mail.subject, text: letter.text, html: letter.html },
    }),
  })
}

/** Before the mail goes: whoever looks afterwards must not take an untold time for a changed one. */
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
