import { sql } from 'drizzle-orm'
import type { FollowUp } from '#kernel/mail-kinds.ts'
import { addDays, hasReadyRecording } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { headingOf, whenOf } from '#features/mails/server/compose.ts'
import type { EventMail, Recipient, WordsContext } from '#features/mails/server/mail-kind.ts'
import type { MailPart } from '#features/mails/server/mail-parts.ts'
import { materialParts } from '#features/mails/server/mail-materials.ts'
import { hasOutboxEntry, settlingMs } from '#features/mails/server/plan.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { hasLeft } from '#features/newsletter/server/consents.ts'
import { libraryLinkNote } from '#features/sign-in/server/library-link-mail.ts'
import {
  dayInZone,
  effectiveStatus,
  eventEnd,
  instantInZone,
  type TimeContext,
} from '#kernel/event-time.ts'
import { eventPath } from '#kernel/slug.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { readSeriesFollowUps } from './event-follow-ups.ts'
import { isReceiver } from './follow-up-audience.ts'
import { newsMs } from './recording-mail.ts'

/** Returns the next time of day (HH:mm) in the zone that is not before `from`. */
function nextTimeOfDay(time: string, from: Date, timeZone: string): Date {
  const today = dayInZone(from, timeZone)
  const at = instantInZone(today, time, timeZone)
  return at >= from ? at : instantInZone(addDays(today, 1), time, timeZone)
}

/**
 * Returns whether the attendance of an event is known: from Zoom's report or, for an event without Zoom, from the first
 * use of a join link.
 */
export async function isAttendanceKnown(
  db: Db | Transaction,
  event: Pick<EventRow, 'id'>,
): Promise<boolean> {
  const { rows } = await db.execute<{ isKnown: boolean }>(sql`select case
    when exists (select from zoom_webinar_mappings z where z.event_id = ${event.id} and z.is_active)
    then exists (select from attendance_reports a where a.event_id = ${event.id} and a.state = 'ready')
    else exists (select from joins j join event_registrations r on r.id = j.registration_id
      where r.event_id = ${event.id}) end as "isKnown"`)
  return rows[0]?.isKnown ?? false
}

/**
 * Returns when the mails of a kind are sent: at the series' time of day once the attendance is known. Undefined while it
 * is unknown, if the kind is off, and for events that ended before it was switched on.
 */
async function findSendingTime(
  kind: FollowUp,
  db: Db | Transaction,
  event: EventRow,
  { now, timeZone }: TimeContext,
): Promise<Date | undefined> {
  const { kinds, timeOfDay } = await readSeriesFollowUps(db, event)
  if (!event.endsAt || !kinds.includes(kind)) return undefined
  if (!(await isAttendanceKnown(db, event))) return undefined
  // At least as long as after a save, so that an administrator can stop the mails.
  const earliest = new Date(now.getTime() + settlingMs)
  return nextTimeOfDay(timeOfDay, earliest, timeZone)
}

/** SQL: the person in `users` agreed to invitations to events at least once. */
const agreedToInvites = sql`(exists (select from consents c
    where c.user_id = users.id and c.receive_event_invites)
  or exists (select from event_registrations a where a.user_id = users.id and a.receive_event_invites))`

/**
 * Returns the next event that is open for registration, for a person who agreed to invitations and is not registered
 * for it. `triedAt`, the time of the attempt, decides what is next, so that a stored mail can be composed again.
 */
async function findNextEvent(db: Db, { event, outboxEntry }: NotificationRow) {
  const now = outboxEntry.triedAt ?? outboxEntry.createdAt
  const moment = sql`${now.toISOString()}::timestamptz`
  const { email } = outboxEntry
  const [next] = await db
    .select()
    .from(events)
    .where(
      sql`${events.id} <> ${event?.id ?? 0} and ${events.status} = 'upcoming'
        and ${events.cancelledAt} is null and ${events.startsAt} > ${moment} and ${isPublishedAt(moment)}
        and exists (select from users where users.email = ${email} and ${agreedToInvites} and not ${hasLeft})
        and not exists (select from event_registrations r join users u on u.id = r.user_id
          where u.email = ${email} and r.event_id = ${events.id})`,
    )
    .orderBy(events.startsAt, events.id)
    .limit(1)
  return next
}

type Texts = { subject: string; says: string; opening: (event: EventRow) => string; reason: string }

function followUpMail(kind: FollowUp, texts: Texts) {
  const other: FollowUp = kind === 'thank_you' ? 'missed_you' : 'thank_you'
  return {
    to: 'registrant',
    topic: 'news',
    isRepeatable: false,
    due: {
      when(event, { now, timeZone }) {
        if (!event.sendsFollowUps) return undefined
        const isOver = effectiveStatus(event, now, timeZone) === 'completed'
        const end = eventEnd(event, timeZone)
        if (!isOver || !end || !hasReadyRecording(event)) return undefined
        return now.getTime() - end.getTime() < newsMs ? { dedupeKey: '' } : undefined
      },
      who: (event) => sql`${isReceiver(kind, event)}
        and not ${hasOutboxEntry(sql`d.kind = ${other} and d.state <> 'skipped'`)}`,
      holdUntil: (db, event, time) => findSendingTime(kind, db, event, time),
      carries: ['feedback_question', 'recording_ready'],
      whyNot: (event) =>
        event.cancelledAt
          ? 'The event was cancelled'
          : event.sendsFollowUps
            ? 'The recording was removed, or is too old'
            : 'Switched off for this event',
      whyNotThem: 'The attendance of this person has changed',
    },
    findNextEvent,
    words: (event, context, told) => ({
      subject: `${texts.subject}: ${event.title}`,
      preview: texts.opening(event),
      parts: [
        headingOf(texts.says, event, context),
        { opening: texts.opening(event) },
        ...(told.hasRecordingMail ? [] : recordingParts(context)),
        ...nextEventParts(told, context),
      ],
      reason: `${texts.reason} ${context.seriesName}.`,
    }),
  } satisfies EventMail
}

function recordingParts(context: WordsContext): MailPart[] {
  const { links } = context
  return [
    { button: 'Watch the recording', address: links.enter },
    { note: libraryLinkNote },
    ...materialParts(context),
  ]
}

function nextEventParts({ nextEvent }: Recipient, context: WordsContext): MailPart[] {
  if (!nextEvent) return []
  const address = `${context.origin}${eventPath(nextEvent.slug)}`
  const placeholder = 'nextEvent'
  return [
    { says: 'Next', heading: nextEvent.title, address, placeholder },
    { text: `With ${nextEvent.speakerName}. ${whenOf(nextEvent, context)}.`, placeholder },
    { button: 'See the next event', address, placeholder },
  ]
}

export const thankYouMail = followUpMail('thank_you', {
  subject: 'Thank you for coming',
  says: 'Thank you for coming',
  opening: ({ speakerName }) =>
    `Thank you for joining the conversation with ${speakerName}. You can watch it again whenever you like.`,
  reason: 'You get this email because you attended an event of',
})

export const missedYouMail = followUpMail('missed_you', {
  subject: 'Sorry we missed you',
  says: 'Sorry we missed you',
  opening: ({ speakerName }) =>
    `You could not join the conversation with ${speakerName}. You can watch it whenever you like.`,
  reason: 'You get this email because you registered for an event of',
})
