import { sql } from 'drizzle-orm'
import { hasCalendarEntry } from '#features/events/server/calendar.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import { headingOf, reasonOfCrew, whenOf } from '#features/mails/server/compose.ts'
import type { EventMail, MailKinds, WordsContext } from '#features/mails/server/mail-kind.ts'
import {
  hasOutboxEntry,
  listApplicableNotifications,
  selectRecipients,
} from '#features/mails/server/plan.ts'
import { eventEnd, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { importSource } from '#kernel/values.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { isCrewToldCancelled, isToldCancelled } from './restoration-mails.ts'
import { wasSent } from './told-times.ts'

/** Milliseconds after its cancellation in which registrants are notified of a cancelled event that has no date. */
const freshMs = 2 * 24 * 60 * 60_000

/**
 * SQL condition: the registrant knows that they are registered. People whom an administrator imported know it only if a
 * mail about the event was sent to them.
 */
export const knowsOfEvent = sql`(r.registration_source <> ${importSource} or ${hasOutboxEntry(
  sql`d.kind <> 'cancelled' and ${wasSent}`,
)})`

const cancellation = {
  isRepeatable: true,
  calendar: () => 'CANCEL',
} satisfies Partial<EventMail>

const due = {
  when(event: EventRow, { now, timeZone }: TimeContext) {
    const { cancelledAt } = event
    if (!cancelledAt) return undefined
    const end = eventEnd(event, timeZone)
    const isAhead = end ? end > now : now.getTime() - cancelledAt.getTime() < freshMs
    return isAhead ? { dedupeKey: cancelledAt.toISOString() } : undefined
  },
  whyNot: (event: EventRow) =>
    event.cancelledAt ? 'The event is over' : 'The event takes place again',
}

function sayCancelled(event: EventRow, context: WordsContext): string {
  return `this event${eventStart(event) ? ` (${whenOf(event, context)})` : ''} was cancelled. You do not need to do anything${hasCalendarEntry(event) ? '; the attached entry removes it from your calendar' : ''}.`
}

export const cancellationMail = {
  ...cancellation,
  to: 'registrant',
  due: {
    ...due,
    who: (_event, { dedupeKey }) => sql`${knowsOfEvent} and not ${isToldCancelled(dedupeKey)}`,
    waitsForImports: true,
    whyNotThem: 'Imported, and never emailed about the event',
  },
  words: (event, context) => ({
    subject: `Cancelled: ${event.title}`,
    preview: 'This event was cancelled.',
    parts: [
      headingOf('Cancelled', event, context),
      { opening: 'We are sorry:', fact: sayCancelled(event, context) },
      { button: 'View events', address: context.links.site },
    ],
    reason: `You get this email because you registered for this event of ${context.seriesName}.`,
  }),
} satisfies EventMail

export const crewCancellationMail: EventMail = {
  ...cancellation,
  to: 'crew',
  due: {
    ...due,
    who: (_event, { dedupeKey }) => sql`${hasOutboxEntry(sql`d.kind = 'crew_added' and ${wasSent}`)}
      and not ${isCrewToldCancelled(dedupeKey)}`,
  },
  words: (event, context, { role }) => ({
    subject: `Cancelled: ${event.title}`,
    preview: 'This event was cancelled.',
    parts: [
      headingOf('Cancelled', event, context),
      {
        opening: 'We are sorry:',
        fact: `${sayCancelled(event, context)} Registrants get an email, too.`,
      },
    ],
    reason: reasonOfCrew(context, role),
  }),
}

/**
 * Returns the number of registrants and crew members to whom the cancellation mail of an event must still be
 * sent: it is not planned for them yet, or it is waiting or being sent.
 */
export async function countUntold(
  db: Db | Transaction,
  kinds: MailKinds,
  event: EventRow,
  time: TimeContext,
): Promise<number> {
  let untold = 0
  for (const notification of listApplicableNotifications(kinds, event, time)) {
    if (notification.kind !== 'cancelled' && notification.kind !== 'crew_cancelled') continue
    const told = sql`d.kind = ${notification.kind} and d.dedupe_key = ${notification.dedupeKey}
      and d.state not in ('waiting', 'sending', 'skipped')`
    const { rows } = await db.execute<{ people: number }>(
      sql`select count(*)::int as people ${selectRecipients(kinds, event, notification)} and not ${hasOutboxEntry(told)}`,
    )
    untold += rows[0]?.people ?? 0
  }
  return untold
}
