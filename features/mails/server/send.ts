import { and, eq, or, sql, type Placeholder } from 'drizzle-orm'
import { isAtMostOnce } from '#features/mails/rules.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import type { Site } from '#kernel/site.ts'
import type { OutboxEntryState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { GiveUp, type Attempt } from '#platform/jobs/run-job.ts'
import type { LinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { markAddress } from './bounces.ts'
import { composeMail, type NotificationRow, readNotifications } from './compose.ts'
import { AddressRefused, type Mailer } from './mailer.ts'
import { recheckBeforeSending } from './recheck-before-sending.ts'
import { renderMail } from './render.ts'

type SendContext = {
  mailer: Mailer
  site: Pick<Site, 'series' | 'display'>
  origin: string
  linkKey: LinkKey
  now: Date
  begin: (outboxEntryId: number) => Promise<BegunMail | undefined>
}

type Changes = Partial<typeof outboxEntries.$inferInsert>

/** The rows of one mail: the carrier, which may be gone, and what it carries. */
function ofMail(id: number) {
  return or(eq(outboxEntries.id, id), eq(outboxEntries.carriedBy, id))
}

/** What is sent in one mail shares its fate from the beginning of a try on. */
function note(db: Db, id: number, state: OutboxEntryState, changes: Changes = {}) {
  return db
    .update(outboxEntries)
    .set({ state, ...changes })
    .where(and(ofMail(id), eq(outboxEntries.state, 'sending')))
}

const isOfMail = (mail: Placeholder) => sql`(${outboxEntries.id} = ${mail}::int
  or ${outboxEntries.carriedBy} = ${mail}::int) and ${outboxEntries.state} = 'sending'`

/**
 * Before the mail goes, with the starts that it tells: whoever looks afterwards must not take an untold
 * time for a changed one.
 */
const noteHandedOver = preparedSql<
  { mail: number; now: string; told: number[]; starts: string[] },
  never
>(
  'hand_over_mail',
  (of) => sql`
    update message_deliveries set handed_over_at = ${of.now}::timestamptz,
      told_start = coalesce((select told.start
        from unnest(${of.told}::int[], ${of.starts}::timestamptz[]) as told (id, start)
        where told.id = message_deliveries.id), told_start)
    where ${isOfMail(of.mail)}`,
)

type Answered = { answer: string; messageId: string; kept: string | null }

const noteAnswered = preparedSql<
  Answered & { mail: number; now: string; state: OutboxEntryState },
  never
>(
  'answer_mail',
  (of) => sql`
    update message_deliveries set state = ${of.state}, answer = ${of.answer}, last_error = null,
      sent_at = ${of.now}::timestamptz, message_id = ${of.messageId},
      kept = coalesce(${of.kept}::jsonb, kept)
    where ${isOfMail(of.mail)}`,
)

/** Leaves out what is no longer to be told, and answers the rest. */
async function keepApplicable(
  db: Db,
  rows: NotificationRow[],
  time: TimeContext,
): Promise<NotificationRow[]> {
  const applicable: NotificationRow[] = []
  for (const row of rows) {
    const reason = await recheckBeforeSending(db, row, time)
    if (reason === undefined) applicable.push(row)
    else {
      await db
        .update(outboxEntries)
        .set({ state: 'skipped', lastError: reason })
        .where(eq(outboxEntries.id, row.outboxEntry.id))
    }
  }
  return applicable
}

/**
 * Sends one mail about all of its notifications that are still owed, and notes it. A process that dies between
 * handing it over and the note of the answer leaves that behind: reminders and news are then not repeated
 * (`unknown`), anything else is, with the same Message-ID. Throws where the queue is to try again or to
 * give up. Specification, "Mails".
 */
export async function sendMail(
  db: Db,
  context: SendContext,
  outboxEntryId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const { now, site } = context
  const begun = await context.begin(outboxEntryId)
  const rows = begun?.rows ?? []
  if (begun?.mayHaveArrived && rows.some(({ outboxEntry }) => isAtMostOnce(outboxEntry.kind))) {
    const lastError = 'The process ended while sending: it may have arrived, so it is not repeated'
    await note(db, outboxEntryId, 'unknown', { lastError })
    return
  }
  const applicable = await keepApplicable(db, rows, { now, timeZone: site.display.zone })
  if (applicable.length === 0) return
  const answered = await sendRows(db, context, applicable, outboxEntryId).catch(
    async (error: unknown) => {
      const isOver = error instanceof GiveUp || attempt.isLast
      const lastError = error instanceof Error ? error.message : String(error)
      if (error instanceof AddressRefused) {
        const { email } = applicable[0]!.outboxEntry
        const isLasting = error.verdict === 'lasting'
        await markAddress(db, {
          email,
          isLasting,
          reason: error.words,
          deliveryId: outboxEntryId,
          now,
        })
      }
      await note(db, outboxEntryId, isOver ? 'failed' : 'waiting', { lastError })
      throw error
    },
  )
  // Should this fail, the mail is out: `sending` stays, as if the process had ended here.
  const state = context.mailer.isSending ? 'sent' : 'kept'
  await noteAnswered(db, { ...answered, state, mail: outboxEntryId, now: now.toISOString() })
}

/**
 * Hands the mail over and answers what is to be noted of it. The first notification leads it: its subject, its
 * links and its Message-ID are that outbox entry's.
 */
async function sendRows(
  db: Db,
  context: SendContext,
  rows: NotificationRow[],
  mailId: number,
): Promise<Answered> {
  const { mailer, now, site } = context
  const { outboxEntry, firstName, crew } = rows[0]!
  const mail = composeMail(
    rows.map((row) => ({
      kind: row.outboxEntry.kind,
      event: row.event ?? undefined,
      isMapped: row.isMapped,
      registration: row.registration ?? undefined,
      crew: row.crew ?? undefined,
    })),
    { ...context, firstName: firstName ?? crew?.name ?? '', outboxEntry },
  )
  const renderedMail = renderMail(mail, {
    outboxEntry,
    linkKey: context.linkKey,
    from: mailer.from,
    series: site.series,
  })
  const dated = rows.filter(({ event }) => event && eventStart(event))
  await noteHandedOver(db, {
    mail: mailId,
    now: now.toISOString(),
    told: dated.map(({ outboxEntry: { id } }) => id),
    starts: dated.map(({ event }) => eventStart(event!)!.toISOString()),
  })
  const answer = await mailer.send(renderedMail, `${outboxEntry.id}-${outboxEntry.kind}`)
  const { text, html, messageId } = renderedMail
  const kept = mailer.isSending ? null : JSON.stringify({ subject: mail.subject, text, html })
  return { answer, messageId, kept }
}

/** A mail whose try has begun, with what it is to tell: nothing where there is no more to do. */
type BegunMail = {
  /** A try before this one was cut off after the mail was handed over. */
  mayHaveArrived: boolean
  rows: NotificationRow[]
}

/** What is sent in one mail shares its fate from the beginning of a try on. */
const begin = preparedSql<
  { mails: number[]; now: string },
  { mail: number; mayHaveArrived: boolean }
>(
  'begin_mails',
  (of) => sql`
    with open as (
      select d.id, d.state, d.handed_over_at,
        case when d.carried_by = any(${of.mails}::int[]) then d.carried_by else d.id end as mail
      from message_deliveries d
      where (d.id = any(${of.mails}::int[]) or d.carried_by = any(${of.mails}::int[]))
        and d.state in ('waiting', 'sending')
      order by d.id for update),
    begun as (
      update message_deliveries d set state = 'sending', tried_at = ${of.now}::timestamptz,
        attempts = d.attempts + 1, handed_over_at = null
      from open where d.id = open.id)
    select mail, bool_or(state = 'sending' and handed_over_at is not null) as "mayHaveArrived"
    from open group by mail`,
)

async function beginAll(db: Db, mails: number[], now: Date): Promise<Map<number, BegunMail>> {
  const begun = await begin(db, { mails, now: now.toISOString() })
  if (begun.length === 0) return new Map()
  const found = await readNotifications(
    db,
    begun.map(({ mail }) => mail),
  )
  return new Map(
    begun.map(({ mail, mayHaveArrived }) => {
      const rows = found.get(mail)!.filter(({ outboxEntry }) => outboxEntry.state === 'sending')
      return [mail, { mayHaveArrived, rows }]
    }),
  )
}

/** Begins the tries of all mails that are taken up in the same moment with two statements. */
export function createMailBeginner(db: Db, clock: { now(): Date }) {
  let asked: number[] = []
  let beginning: Promise<Map<number, BegunMail>> | undefined

  function beginAsked() {
    const mails = asked
    asked = []
    beginning = undefined
    return beginAll(db, mails, clock.now())
  }

  return async (mail: number): Promise<BegunMail | undefined> => {
    asked.push(mail)
    beginning ??= new Promise((resolve) => setImmediate(resolve)).then(beginAsked)
    return (await beginning).get(mail)
  }
}
