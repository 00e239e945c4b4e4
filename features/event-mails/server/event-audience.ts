import { sql } from 'drizzle-orm'
import { isReachable } from '#features/mails/server/bounces.ts'
import { isConfirmed, isPreRegistered, isSubscribed } from '#features/mails/server/plan.ts'
import type { Db } from '#platform/db/open.ts'
import { knowsOfEvent } from './cancellation-mails.ts'

/** Number of people whom an event's mails concern. */
export type RecipientCounts = {
  confirmed: number
  /** Number of confirmed registrants who receive reminders. */
  reminded: number
  preRegistered: number
  /** Number of people who know of the event; imported people may not. */
  aware: number
  /** Number of crew members, who are notified, too. */
  crew: number
}

/** Counts the same people to whom features/mails/server/plan.ts would send. */
export async function countRecipients(db: Db, eventId: number): Promise<RecipientCounts> {
  const { rows } = await db.execute<Record<keyof RecipientCounts, number>>(sql`
    select
      count(*) filter (where ${isConfirmed})::int as "confirmed",
      count(*) filter (where ${isConfirmed} and ${isSubscribed('reminders')} and ${isReachable})::int as "reminded",
      count(*) filter (where ${isPreRegistered})::int as "preRegistered",
      count(*) filter (where ${knowsOfEvent})::int as "aware",
      (select count(*)::int from event_crew c where c.event_id = ${eventId}) as "crew"
    from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${eventId}`)
  return rows[0]!
}

type CrewCount = Pick<RecipientCounts, 'crew'>

/** Returns `1 confirmed person gets`, `2 confirmed people get`. */
export function peopleWho(number: number, kind: string, [one, many]: [one: string, many: string]) {
  const count = number.toLocaleString('en-GB')
  return number === 1 ? `1 ${kind} person ${one}` : `${count} ${kind} people ${many}`
}

/** Returns `2 registrations`. */
export function countRegistrations(number: number) {
  return number === 1 ? '1 registration' : `${number.toLocaleString('en-GB')} registrations`
}

/** Describes the consequence for the crew: `The crew of 2 also gets an email.` */
export function describeCrew({ crew }: CrewCount, does: string): string[] {
  return crew === 0 ? [] : [`The crew of ${crew} ${does}.`]
}

/** Returns the sentence for an event without registrations, which may mention the crew. */
export function nobodyRegistered({ crew }: CrewCount): string {
  return crew === 0 ? 'No one is registered, so no emails are sent.' : 'No one is registered.'
}
