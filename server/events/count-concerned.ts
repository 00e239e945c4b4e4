import { sql } from 'drizzle-orm'
import { topicOf } from '#shared/messages.ts'
import type { Db } from '#server/db/open.ts'
import { knowsOfEvent } from '#server/messages/who-is-owed.ts'

/** How many people an event's mails concern. */
export type Concerned = {
  confirmed: number
  /** Those of the confirmed who want reminders. */
  reminded: number
  preRegistered: number
  /** Of all of them, those who know of the event: imported people may not. */
  aware: number
  /** Pre-registered people who were not told a date yet. */
  awaitingDate: number
  /** Confirmed people who asked for updates and were not told of the recording yet. */
  awaitingRecording: number
}

/** The same people whom server/messages/add-due-deliveries.ts would write to. */
export async function countConcerned(db: Db, eventId: number): Promise<Concerned> {
  const untold = (kind: 'date_confirmed' | 'recording_ready') => {
    const topic = topicOf(kind) ?? ''
    return sql`not exists (select from message_deliveries d
        where d.kind = ${kind} and d.email = u.email and d.event_id = r.event_id
          and d.state <> 'skipped')
      and not exists (select from unsubscriptions s
        where s.email = u.email and s.topic = ${topic})`
  }
  const { rows } = await db.execute<Record<keyof Concerned, number>>(sql`
    select
      count(*) filter (where r.registration_type = 'confirmed')::int as "confirmed",
      count(*) filter (where r.registration_type = 'confirmed' and not exists (
        select from unsubscriptions s
          where s.email = u.email and s.topic = 'reminders'))::int as "reminded",
      count(*) filter (where r.registration_type = 'pre_registration')::int as "preRegistered",
      count(*) filter (where ${knowsOfEvent})::int as "aware",
      count(*) filter (where r.registration_type = 'pre_registration'
        and ${untold('date_confirmed')})::int as "awaitingDate",
      count(*) filter (where r.registration_type = 'confirmed' and r.receive_updates
        and ${untold('recording_ready')})::int as "awaitingRecording"
    from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${eventId}`)
  return rows[0]!
}
