import { sql, type SQL } from 'drizzle-orm'
import { hasCalendarEntry } from '#features/events/server/calendar.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import {
  crewParts,
  factsOf,
  headingOf,
  joinParts,
  reasonOfCrew,
  whenOf,
} from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { hasOutboxEntry } from '#features/mails/server/plan.ts'
import { effectiveStatus } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { wasSent } from './told-times.ts'

type News = { cancelled: MailKind; restored: MailKind }
const newsOfRegistrants: News = { cancelled: 'cancelled', restored: 'restored' }
const newsOfCrew: News = { cancelled: 'crew_cancelled', restored: 'crew_restored' }

/**
 * Returns an SQL condition: of the mails about cancelling and restoring the event, the last one to the person said that
 * it is cancelled. Ignores the mail with this dedupe key, since the condition decides whether to send it.
 */
function believesCancelled({ cancelled, restored }: News, dedupeKey: string): SQL {
  return sql`coalesce((select d.kind = ${cancelled} from outbox_entries d
    where d.event_id = r.event_id and d.email = u.email and d.dedupe_key <> ${dedupeKey}
      and (d.kind = ${cancelled} and ${wasSent}
        or d.kind = ${restored} and (${wasSent} or d.state = 'stopped'))
    order by d.id desc limit 1), false)`
}

/** Returns SQL: according to the last mail sent to the registrant, the event is cancelled. */
export const isToldCancelled = (dedupeKey = '') => believesCancelled(newsOfRegistrants, dedupeKey)
/** Returns SQL: according to the last mail sent to the crew member, the event is cancelled. */
export const isCrewToldCancelled = (dedupeKey = '') => believesCancelled(newsOfCrew, dedupeKey)

/**
 * SQL condition: the mail that the event takes place after all is waiting or being sent. That mail names the event's
 * time, so no other mail about the time is needed.
 */
export const isBeingRestored: SQL = hasOutboxEntry(
  sql`d.kind in ('restored', 'crew_restored') and d.state in ('waiting', 'sending')`,
)

const restoration = {
  isRepeatable: true,
  tellsTime: true,
} satisfies Partial<EventMail>

const due = {
  when(event: EventRow, { now, timeZone }: { now: Date; timeZone: string }) {
    // Cancelling an event increments its `calendarSequence`; restoring the event increments it again.
    if (event.cancelledAt || event.calendarSequence < 2) return undefined
    if (effectiveStatus(event, now, timeZone) === 'completed') return undefined
    return { dedupeKey: String(event.calendarSequence) }
  },
  waitsForEdits: true as const,
  whyNot: (event: EventRow) => {
    if (event.cancelledAt) return 'The event was cancelled'
    return 'The event is over or was moved'
  },
}

const says = 'Takes place after all'
const opening = 'We wrote to you that this interview was cancelled. It will take place after all.'

/** Mail to everyone who got the cancellation mail of an event: the event takes place after all. */
export const restorationMail: EventMail = {
  ...restoration,
  to: 'registrant',
  due: { ...due, who: (_event, { dedupeKey }) => isToldCancelled(dedupeKey) },
  // Pre-registered people get a calendar entry only when they confirm their registration.
  calendar: ({ isPreRegistered }) => (isPreRegistered ? undefined : 'PUBLISH'),
  words: (event, context, { isPreRegistered }) => ({
    subject: `${says}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf(says, event, context),
      {
        opening,
        fact: isPreRegistered
          ? 'You are still on the list.'
          : `Your seat and your link stay the same${hasCalendarEntry(event) ? '; the attached entry puts it back into your calendar' : ''}.`,
      },
      factsOf(event, context),
      ...(isPreRegistered
        ? [{ button: 'See the event', address: context.links.event }]
        : joinParts(event, context)),
    ],
    reason: `You get this email because you ${isPreRegistered ? 'pre-registered' : 'registered'} for this event of ${context.seriesName}.`,
  }),
}

export const crewRestorationMail: EventMail = {
  ...restoration,
  to: 'crew',
  due: { ...due, who: (_event, { dedupeKey }) => isCrewToldCancelled(dedupeKey) },
  calendar: () => 'PUBLISH',
  words: (event, context, { role }) => ({
    subject: `${says}: ${event.title}`,
    preview: whenOf(event, context),
    parts: [
      headingOf(says, event, context),
      { opening, fact: 'Everyone who received the cancellation gets this email, too.' },
      factsOf(event, context),
      ...crewParts(context),
    ],
    reason: reasonOfCrew(context, role),
  }),
}
