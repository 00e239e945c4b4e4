import { sql } from 'drizzle-orm'
import { isReachable } from '#features/mails/server/bounces.ts'
import { isConfirmed, isPreRegistered, isSubscribed } from '#features/mails/server/plan.ts'
import { writeCount } from '#kernel/write-count.ts'
import type { Db } from '#platform/db/open.ts'
import { knowsOfEvent } from './cancellation-mails.ts'

/** Numbers of people in the groups to which mails about an event are sent. */
export type RecipientCounts = {
  confirmed: number
  /** Number of confirmed registrants who receive reminders. */
  reminded: number
  preRegistered: number
  /** Number of registrants who know of the event; imported people do not until a mail about it was sent to them. */
  aware: number
  /** Number of people who are only on the waiting list, and get no mails about changes of the event. */
  waitlisted: number
  /** Number of people whom their registration for every event registers once the event is open. */
  series: number
  /** Number of crew members, who also get mails about the event. */
  crew: number
}

/**
 * Counts the recipients of mails about an event by the rules with which features/mails/server/plan.ts selects
 * them.
 */
export async function countRecipients(db: Db, eventId: number): Promise<RecipientCounts> {
  const { rows } = await db.execute<Record<keyof RecipientCounts, number>>(sql`
    select
      count(*) filter (where ${isConfirmed})::int as "confirmed",
      count(*) filter (where ${isConfirmed} and ${isSubscribed('reminders')} and ${isReachable})::int as "reminded",
      count(*) filter (where ${isPreRegistered})::int as "preRegistered",
      count(*) filter (where ${knowsOfEvent})::int as "aware",
      (select count(*)::int from waitlist_entries w
        where w.event_id = ${eventId} and w.state in ('waiting', 'offered')
          and not exists (select from event_registrations o
            where o.event_id = w.event_id and o.user_id = w.user_id)) as "waitlisted",
      (select count(*)::int from series_registrations s where s.verified_at is not null
          and not exists (select from series_choices c where c.event_id = ${eventId} and c.user_id = s.user_id)
          and not exists (select from event_registrations o where o.event_id = ${eventId}
            and o.user_id = s.user_id and o.registration_type = 'confirmed')) as "series",
      (select count(*)::int from event_crew c where c.event_id = ${eventId}) as "crew"
    from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${eventId}`)
  return rows[0]!
}

type CrewCount = Pick<RecipientCounts, 'crew'>

/** Returns a number with noun and verb: `1 confirmed person gets`, or for other numbers `2 confirmed people get`. */
export function peopleWho(number: number, kind: string, [one, many]: [one: string, many: string]) {
  return writeCount(number, `${kind} person ${one}`, `${kind} people ${many}`)
}

/** Returns a sentence about the crew, such as `The crew of 2 also gets an email.`; none for an event without crew. */
export function describeCrew({ crew }: CrewCount, does: string): string[] {
  return crew === 0 ? [] : [`The crew of ${crew} ${does}.`]
}

/**
 * Returns a sentence for an event without registrants. Only if the event has no crew either does the sentence say that
 * no emails are sent.
 */
export function nobodyRegistered({ crew }: CrewCount): string {
  return crew === 0 ? 'No one is registered, so no emails are sent.' : 'No one is registered.'
}
