import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import {
  hasOutboxEntry,
  isConfirmed,
  isPreRegistered,
  isSubscribed,
  knowsOfEvent,
  wantsRecording,
} from './who-is-concerned.ts'

/** How many people an event's mails concern. */
export type RecipientCounts = {
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
  /** Who holds the event, and is told of it as well. */
  crew: number
}

/** The same people whom server/messages/add-due-deliveries.ts would write to. */
export async function countRecipients(db: Db, eventId: number): Promise<RecipientCounts> {
  const untold = (kind: 'date_confirmed' | 'recording_ready') =>
    sql`not ${hasOutboxEntry(sql`d.kind = ${kind} and d.state <> 'skipped'`)} and ${isSubscribed(kind)}`
  const { rows } = await db.execute<Record<keyof RecipientCounts, number>>(sql`
    select
      count(*) filter (where ${isConfirmed})::int as "confirmed",
      count(*) filter (where ${isConfirmed} and ${isSubscribed('reminder_24h')})::int as "reminded",
      count(*) filter (where ${isPreRegistered})::int as "preRegistered",
      count(*) filter (where ${knowsOfEvent})::int as "aware",
      count(*) filter (where ${isPreRegistered} and ${untold('date_confirmed')})::int
        as "awaitingDate",
      count(*) filter (where ${wantsRecording} and ${untold('recording_ready')})::int
        as "awaitingRecording",
      (select count(*)::int from event_crew c where c.event_id = ${eventId}) as "crew"
    from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${eventId}`)
  return rows[0]!
}
