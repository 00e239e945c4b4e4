import { and, asc, eq, exists, or, sql, type SQL } from 'drizzle-orm'
import { eventStart } from '#kernel/event-time.ts'
import type { OutboxEntryState } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { prepared, preparedSql, type Slots } from '#platform/db/prepared.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { announcements } from '#schema/announcements.ts'
import { eventCrew } from '#schema/crew.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { countOpenFormQuestions } from '#schema/form-questions.ts'
import { bounces, outboxEntries } from '#schema/mails.ts'
import { materialsOfEvent } from '#schema/materials.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { offerEndOf } from '#schema/waitlist.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { isApproved } from './announcement-entries.ts'

/**
 * Records in the outbox the steps of sending a mail: attempt begun, mail handed to the mail server, reply
 * received.
 */

/** A mail that is being sent now, with the database rows of the notifications in it. */
export type BegunMail = {
  /** True if an earlier attempt crashed after it handed the mail to the mail server. */
  mayHaveArrived: boolean
  rows: NotificationRow[]
}

/** SQL condition: the event exists, but is not published yet. */
export function isUnpublished(eventId: SQL, now: SQL): SQL {
  return sql`exists (select from events where events.id = ${eventId} and not ${isPublishedAt(now)})`
}

/** SQL: the outbox entry `d` is about an event that is not published yet, so its mail waits. */
export function waitsForPublishing(now: SQL): SQL {
  const eventId = sql`coalesce(d.event_id,
    (select a.event_id from announcements a where a.id = d.announcement_id))`
  return sql`((d.event_id is not null or d.announcement_id is not null) and ${isUnpublished(eventId, now)})`
}

/**
 * SQL condition: the outbox entry `d` may be sent. It may not if it belongs to a stopped announcement, unless an
 * interrupted attempt must be completed.
 */
const maySend = sql`(not ${isApproved} or d.handed_over_at is not null and d.state = 'sending'
  or (select a.stopped_at is null from announcements a where a.id = d.announcement_id))`

/**
 * Sets the outbox entries of each mail to the state `sending` when an attempt begins. From then on, the notifications
 * in a mail have the same state.
 */
const begin = preparedSql<
  { mails: number[]; now: string },
  { mail: number; mayHaveArrived: boolean }
>(
  'begin_mails',
  (of) => sql`
    with open as (
      select d.id, d.state, d.handed_over_at,
        case when d.carried_by = any(${of.mails}::int[]) then d.carried_by else d.id end as mail
      from outbox_entries d
      where (d.id = any(${of.mails}::int[]) or d.carried_by = any(${of.mails}::int[]))
        and d.state in ('waiting', 'sending') and ${maySend}
        and not ${waitsForPublishing(sql`${of.now}::timestamptz`)}
      order by d.id for update),
    begun as (
      update outbox_entries d set state = 'sending', tried_at = ${of.now}::timestamptz,
        attempts = d.attempts + 1,
        -- Should this process end as well, the next one is to see it.
        handed_over_at = case when d.state = 'sending' then d.handed_over_at end
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

/**
 * Returns a function that begins an attempt to send a mail. Attempts that begin in the same turn of the event loop are
 * combined in two SQL statements.
 */
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

const readRows = prepared('read_notifications', (db, of: Slots<{ mails: number[] }>) =>
  db
    .select({
      outboxEntry: outboxEntries,
      event: events,
      registration: {
        id: eventRegistrations.id,
        registrationType: eventRegistrations.registrationType,
        createdAt: eventRegistrations.createdAt,
      },
      /** The recipient's crew membership, if any. */
      crew: {
        id: eventCrew.id,
        name: eventCrew.name,
        role: eventCrew.role,
        createdAt: eventCrew.createdAt,
      },
      announcement: {
        id: announcements.id,
        topic: announcements.topic,
        eventId: announcements.eventId,
        audience: announcements.audience,
        subject: announcements.subject,
        content: announcements.content,
      },
      firstName: users.firstName,
      /** Reason why mails to this address bounce, if they do. */
      bounceReason: bounces.reason,
      /** All materials of the event. */
      materials: materialsOfEvent(sql`events.id`),
      openQuestions: countOpenFormQuestions(
        sql`outbox_entries.event_id`,
        sql`event_registrations.id`,
      ),
      offerEndsAt: offerEndOf(sql`users.id`, sql`outbox_entries.event_id`),
      isMapped: exists(
        db
          .select({ one: sql`1` })
          .from(zoomWebinarMappings)
          .where(
            and(
              eq(zoomWebinarMappings.eventId, outboxEntries.eventId),
              eq(zoomWebinarMappings.isActive, true),
            ),
          ),
      ).mapWith(Boolean),
    })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, outboxEntries.eventId))
    .leftJoin(users, eq(users.email, outboxEntries.email))
    .leftJoin(bounces, eq(bounces.email, outboxEntries.email))
    .leftJoin(announcements, eq(announcements.id, outboxEntries.announcementId))
    .leftJoin(
      eventRegistrations,
      and(
        eq(eventRegistrations.userId, users.id),
        eq(eventRegistrations.eventId, outboxEntries.eventId),
      ),
    )
    .leftJoin(
      eventCrew,
      and(eq(eventCrew.email, outboxEntries.email), eq(eventCrew.eventId, outboxEntries.eventId)),
    )
    .where(
      or(
        sql`${outboxEntries.id} = any(${of.mails}::integer[])`,
        sql`${outboxEntries.carriedBy} = any(${of.mails}::integer[])`,
      ),
    )
    .orderBy(asc(outboxEntries.id)),
)

export type NotificationRow = Awaited<ReturnType<typeof readRows>>[number]

/**
 * Returns, for each mail, its outbox entries with events, registrations and crew memberships; the entry whose
 * job sends the mail comes first.
 */
export async function readNotifications(
  db: Db | Transaction,
  mails: number[],
): Promise<Map<number, NotificationRow[]>> {
  const rows = await readRows(db, { mails })
  return new Map(
    mails.map((mail) => {
      const carrier = rows.filter(({ outboxEntry }) => outboxEntry.id === mail)
      const carried = rows.filter(({ outboxEntry }) => outboxEntry.carriedBy === mail)
      return [mail, [...carrier, ...carried]]
    }),
  )
}

/**
 * Returns the event's start as named in the last mail to the recipient, if it differs from the present
 * start; else undefined.
 */
export async function readFormerStart(
  db: Db,
  { event, outboxEntry: { email, eventId } }: NotificationRow,
): Promise<Date | undefined> {
  const start = event && eventStart(event)
  if (!start) return undefined
  const { rows } = await db.execute<{ start: string }>(sql`
    select ${instantText(sql`d.told_start`)} as start from outbox_entries d
    where d.email = ${email} and d.event_id = ${eventId} and d.state in ('sent', 'kept', 'unknown')
      and d.told_start <> ${start.toISOString()}::timestamptz
    order by coalesce(d.sent_at, d.tried_at) desc nulls last, d.id desc limit 1`)
  return rows[0] && new Date(rows[0].start)
}

/**
 * Identifies an attempt to send a mail by the attempt numbers of its outbox entries. A process that was suspended
 * recognises by these numbers that another process has begun a later attempt.
 */
export type Try = { ids: number[]; attempts: number[] }

export function tryOf(rows: NotificationRow[]): Try {
  return {
    ids: rows.map(({ outboxEntry }) => outboxEntry.id),
    attempts: rows.map(({ outboxEntry }) => outboxEntry.attempts),
  }
}

const isStill = (ids: SQL, attempts: SQL) => sql`(${outboxEntries.state} = 'sending'
  and (${outboxEntries.id}, ${outboxEntries.attempts}) in (select * from unnest(${ids}, ${attempts})))`

/**
 * Stores that the mail server did not accept the mail, unless a later attempt has begun. `unansweredTries` is the new
 * number of attempts without response; undefined keeps the stored number.
 */
export function storeAttempt(
  db: Db,
  { ids, attempts }: Try,
  state: OutboxEntryState,
  lastError: string,
  unansweredTries?: number,
) {
  const isTheirs = isStill(sql`${sql.param(ids)}::int[]`, sql`${sql.param(attempts)}::int[]`)
  return db.update(outboxEntries).set({ state, lastError, unansweredTries }).where(isTheirs)
}

/**
 * Called just before a mail is handed to the mail server. Records that the attempt has no response yet, and which start
 * of the event the mail names. Returns the ids of the mail's outbox entries; none if they were erased or a later
 * attempt has begun.
 */
export const noteHandedOver = preparedSql<
  Try & { now: string; told: number[]; starts: string[] },
  { id: number }
>(
  'hand_over_mail',
  (of) => sql`
    update outbox_entries set handed_over_at = ${of.now}::timestamptz,
      unanswered_tries = unanswered_tries + 1,
      told_start = coalesce((select told.start
        from unnest(${of.told}::int[], ${of.starts}::timestamptz[]) as told (id, start)
        where told.id = outbox_entries.id), told_start)
    where ${isStill(sql`${of.ids}::int[]`, sql`${of.attempts}::int[]`)} returning id`,
)

export type Answered = { answer: string; messageId: string; kept: string | null }

/**
 * Records that the mail server accepted the mail, even if another attempt set the state `unknown`
 * meanwhile. An accepted mail ends a pause in sending announcements, because the mail server works.
 */
export const noteAnswered = preparedSql<
  Answered & { mail: number; now: string; state: OutboxEntryState },
  never
>(
  'answer_mail',
  (of) => sql`
    with opened as (update mail_pace set closed_for = 0, closed_until = null, next_slot_at = clock_timestamp()
      where id = 1 and closed_for > 0 and ${of.state} = 'sent')
    update outbox_entries set state = ${of.state}, answer = ${of.answer}, last_error = null,
      sent_at = ${of.now}::timestamptz, message_id = ${of.messageId},
      kept = coalesce(${of.kept}::jsonb, kept), unanswered_tries = 0
    where (${outboxEntries.id} = ${of.mail}::int or ${outboxEntries.carriedBy} = ${of.mail}::int)
      and ${outboxEntries.state} in ('sending', 'unknown')`,
)
