import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { liveTimes, type Heard } from '#features/events/rules.ts'
import { readReminder, type Reminder, reminderKinds } from '#kernel/reminder-times.ts'
import type { ReportState } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import { instantText } from '#platform/db/sql-parts.ts'
import { events } from '#schema/events.ts'
import { feedbackMinutesOf } from '#schema/feedback.ts'
import { transcriptDrafts, transcripts } from '#schema/transcripts.ts'
import {
  attendanceReports,
  isHeldIn,
  liveStates,
  webinarCapacities,
  webinarChanges,
  webinarRecordings,
  zoomWebinarMappings,
} from '#schema/webinars.ts'
import { countConfirmed } from '#schema/waitlist.ts'
import type { EventRow } from './event-rows.ts'
import { withAttendance } from './who-attended.ts'

/** Stored data of one event from which its checklist is computed. */
export type ChecklistFacts = {
  event: EventRow
  heard: Heard | null
  /** Zoom id of the event's webinar or meeting; null without one. */
  webinarId: string | null
  isWebinarDeleted: boolean
  isZoomConnected: boolean
  /** Number of people whom Zoom admits; null if unknown. */
  zoomCapacity: number | null
  isRecordedInZoom: boolean
  hasTranscript: boolean
  isTranscriptWaiting: boolean
  report: { state: ReportState; lastError: string | null } | null
  isFollowedByEvent: boolean
  /** Number of sent reminders by their minutes before the start; empty when many events are read. */
  remindersSent: Record<number, number>
} & Counted

const counted = {
  confirmed: 0,
  guests: 0,
  /** Number of guests by the state of the last mail that contained their crew link. */
  guestsSent: 0,
  guestsFailed: 0,
  guestsNotSent: 0,
  newsletters: 0,
  invitations: 0,
  remindersWaiting: 0,
  remindersFailed: 0,
  questions: 0,
  openQuestions: 0,
  joined: 0,
  attended: 0,
  chapters: 0,
  emailsToMissed: 0,
  feedbackAsked: 0,
  /** Minutes after the end at which the question to attendees is sent; 0 if none is sent. */
  feedbackMinutes: 0,
}
type Counted = { [Name in keyof typeof counted]: number }

type Wanted = {
  /** Id of the event to read; if omitted, all events are read. */
  id?: number
  isZoomConnected: boolean
}

const id = sql`${events.id}`
const isAhead = (now: Date) =>
  sql`(${events.endsAt} is null or ${events.endsAt} > ${now.toISOString()}::timestamptz)`

/**
 * SQL for the number of reminder mails about the event. Counts those that name its present start, and not those sent
 * before it was moved.
 */
function countReminders(condition: SQL) {
  return sql`(select count(*) from outbox_entries d where d.event_id = ${id}
    and ${isReminder} and ${condition})`
}

const startText = instantText(sql`${events.startsAt}`)
/**
 * SQL: `d` is a reminder for the event's present start, sent automatically and not by an administrator's "Send again".
 */
const isReminder = sql`d.kind = any(${sql.param([...reminderKinds])}::text[])
  and (d.dedupe_key = ${startText} or d.dedupe_key ~ ('^' || ${startText} || ' [0-9]+$'))`

/** SQL: the sent reminders for the event's present start, as numbers by kind and dedupe key. */
const sentReminders = sql<SentReminders>`coalesce((select jsonb_agg(sent) from (
  select d.kind, d.dedupe_key as "dedupeKey", count(*)::int as count from outbox_entries d
  where d.event_id = ${id} and ${isReminder} and d.state = 'sent' group by 1, 2) sent), '[]'::jsonb)`
type SentReminders = { kind: Reminder['kind']; dedupeKey: string; count: number }[]

function countGuests(condition: SQL) {
  return sql`(select count(*) from event_crew c left join lateral (
    select m.state from outbox_entries m
    where m.kind = 'crew_added' and m.event_id = c.event_id and m.email = c.email
    order by m.id desc limit 1) d on true
    where c.event_id = ${id} and c.role = 'guest' and ${condition})`
}

const ofRegistrations = sql`(select r.id from event_registrations r where r.event_id = ${id})`
const startsCountFrom = sql`${events.startsAt} - make_interval(secs => ${liveTimes.startsCountBeforeMs / 1000})`

/**
 * Counts by which the next checklist step is chosen. They must be cheap, because the list of events reads them for
 * every event.
 */
function countsOfWork(now: Date): Partial<Record<keyof Counted, SQL>> {
  const whileAhead = (count: SQL) => sql`case when ${isAhead(now)} then ${count} else 0 end`
  return {
    // To compare them with the capacity in Zoom. The list of events needs no other count of registrants.
    confirmed: whileAhead(sql`case when ${webinarCapacities.capacity} is null then 0
      else ${countConfirmed(id)} end`),
    guests: countGuests(sql`true`),
    guestsSent: countGuests(sql`d.state = 'sent'`),
    guestsFailed: countGuests(sql`d.state = 'failed'`),
    guestsNotSent: countGuests(sql`d.state = 'kept'`),
    remindersFailed: whileAhead(countReminders(sql`d.state = 'failed'`)),
    joined: whileAhead(sql`(select count(*) from joins j
      where j.registration_id in ${ofRegistrations} and j.first_joined_at >= ${startsCountFrom})`),
  }
}

/**
 * Counts that only the complete checklist needs. They are read for one event at a time, because they scan all rows of
 * an event.
 */
const countsOfDetails: Partial<Record<keyof Counted, SQL>> = {
  confirmed: countConfirmed(id),
  newsletters: sql`(select count(*) from announcements a
    where a.event_id = ${id} and a.topic = 'news' and a.approved_at is not null)`,
  invitations: sql`(select count(*) from outbox_entries d
    where d.event_id = ${id} and d.kind = 'registration_open' and d.state = 'sent')`,
  remindersWaiting: countReminders(sql`d.state in ('waiting', 'sending')`),
  remindersFailed: countReminders(sql`d.state = 'failed'`),
  questions: sql`(select count(*) from event_questions q where q.event_id = ${id})`,
  openQuestions: sql`(select count(*) from event_questions q
    where q.event_id = ${id} and q.state = 'open')`,
  joined: sql`(select count(*) from joins j
    where j.registration_id in ${ofRegistrations} and j.first_joined_at >= ${startsCountFrom})`,
  attended: sql`(select count(*) from ${withAttendance(id)} r where "hasAttended")`,
  chapters: sql`(select count(*) from chapters c where c.event_id = ${id})`,
  feedbackAsked: sql`(select count(*) from outbox_entries d where d.event_id = ${id}
    and d.kind = 'feedback_question' and d.dedupe_key = '' and d.state = 'sent')`,
  feedbackMinutes: feedbackMinutesOf(id, sql`${events.endsAt}`),
  emailsToMissed: sql`(select count(*) from announcements a
    where a.approved_at is not null and a.audience -> 'any' @>
      jsonb_build_array(jsonb_build_object('kind', 'did_not_come', 'eventId', ${id})))`,
}

function selectCounts(counts: Partial<Record<keyof Counted, SQL>>) {
  return Object.fromEntries(
    Object.keys(counted).map((name) => [
      name,
      sql<number>`${counts[name as keyof Counted] ?? sql`0`}::int`.as(name),
    ]),
  ) as Record<keyof Counted, SQL.Aliased<number>>
}

/**
 * SQL condition: the series has another event after this one, or an event without a date. Then the step "plan the next
 * event" is done.
 */
const isFollowed = sql<boolean>`exists (select from events later
  where later.id <> ${id} and later.cancelled_at is null
    and (later.ends_at > ${events.endsAt} or (later.ends_at is null and later.status <> 'completed')))`

/** Reads the data of the checklists of one event, or of all events, in one SQL statement. Sorted by event id. */
export async function readChecklistFacts(
  db: Db,
  { id: eventId, isZoomConnected }: Wanted,
  now: Date,
): Promise<ChecklistFacts[]> {
  const isOne = eventId !== undefined
  const rows = await db
    .select({
      event: events,
      heard: liveStates,
      webinarId: zoomWebinarMappings.webinarId,
      deletedAt: webinarChanges.deletedAt,
      zoomCapacity: webinarCapacities.capacity,
      recordedAt: webinarRecordings.recordedAt,
      transcriptOf: transcripts.eventId,
      draft: transcriptDrafts.state,
      report: attendanceReports,
      isFollowedByEvent: isFollowed,
      sent: isOne ? sentReminders : sql<SentReminders>`'[]'::jsonb`,
      ...selectCounts({ ...countsOfWork(now), ...(isOne && countsOfDetails) }),
    })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .leftJoin(zoomWebinarMappings, isHeldIn)
    .leftJoin(
      webinarChanges,
      and(
        eq(webinarChanges.eventId, events.id),
        eq(webinarChanges.webinarId, zoomWebinarMappings.webinarId),
      ),
    )
    .leftJoin(
      webinarCapacities,
      and(
        eq(webinarCapacities.eventId, events.id),
        eq(webinarCapacities.webinarId, zoomWebinarMappings.webinarId),
      ),
    )
    .leftJoin(webinarRecordings, eq(webinarRecordings.eventId, events.id))
    .leftJoin(transcripts, eq(transcripts.eventId, events.id))
    .leftJoin(transcriptDrafts, eq(transcriptDrafts.eventId, events.id))
    .leftJoin(attendanceReports, eq(attendanceReports.eventId, events.id))
    .where(isOne ? eq(events.id, eventId) : undefined)
    .orderBy(asc(events.id))
  return rows.map(({ deletedAt, recordedAt, transcriptOf, draft, sent, ...facts }) => ({
    ...facts,
    remindersSent: Object.fromEntries(
      sent.map(({ kind, dedupeKey, count }) => [readReminder(kind, dedupeKey).minutes, count]),
    ),
    isZoomConnected,
    isWebinarDeleted: deletedAt !== null,
    isRecordedInZoom: recordedAt !== null,
    hasTranscript: transcriptOf !== null,
    isTranscriptWaiting: draft === 'ready',
  }))
}
