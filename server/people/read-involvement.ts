import { desc, eq, sql } from 'drizzle-orm'
import { consents } from '#server/db/tables/consents.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, userGroups } from '#server/db/tables/people.ts'
import { joins, webinarSeats } from '#server/db/tables/webinars.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import type { Db } from '#server/db/open.ts'
import { attendanceSeconds } from '#server/webinars/stayed.ts'
import { serializeDates } from './tell-dates.ts'

/** What somebody registered for and agreed to: what hangs on their `users` row. */
export async function readInvolvement(db: Db, userId: number | null) {
  const id = userId ?? 0
  const [registrations, futureEvents, agreed, members] = await Promise.all([
    readRegistrations(db, id),
    db
      .select({ eventTitle: events.title, createdAt: userGroups.createdAt })
      .from(userGroups)
      .leftJoin(events, sql`${events.id}::text = ${userGroups.groupIdentifier}`)
      .where(sql`${userGroups.userId} = ${id} and ${userGroups.groupType} = 'future_events'`)
      .orderBy(desc(userGroups.id)),
    db.select().from(consents).where(eq(consents.userId, id)).orderBy(desc(consents.id)),
    db.select().from(mailingListMembers).where(eq(mailingListMembers.userId, id)),
  ])
  const [member] = members
  return {
    registrations,
    futureEvents: futureEvents.map(serializeDates),
    consents: agreed.map(serializeDates),
    mailingList: member
      ? serializeDates({
          state: member.state,
          lastError: member.lastError,
          syncedAt: member.syncedAt,
        })
      : null,
  }
}

async function readRegistrations(db: Db, userId: number) {
  const rows = await db
    .select({
      registration: eventRegistrations,
      eventTitle: events.title,
      seat: webinarSeats,
      joined: { joinCount: joins.joinCount, firstJoinedAt: joins.firstJoinedAt },
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(webinarSeats, eq(webinarSeats.registrationId, eventRegistrations.id))
    .leftJoin(joins, eq(joins.registrationId, eventRegistrations.id))
    .where(eq(eventRegistrations.userId, userId))
    .orderBy(desc(eventRegistrations.createdAt), desc(eventRegistrations.id))
  const stays = await readStays(db, userId)
  return rows.map(({ registration, eventTitle, seat, joined }) => {
    const told = { seat: seat && serializeDates(seat), joined: joined && serializeDates(joined) }
    const stayedMinutes = stays.get(registration.id) ?? null
    return { ...serializeDates(registration), eventTitle, ...told, stayedMinutes }
  })
}

/** Minutes by registration; a stay whose end was not heard is none yet. */
async function readStays(db: Db, userId: number): Promise<Map<number, number>> {
  const theirs = sql`select id from event_registrations where user_id = ${userId}`
  const { rows } = await db.execute<{ id: number; minutes: number }>(
    sql`select registration_id as id, round(seconds / 60)::int as minutes
      from ${attendanceSeconds(theirs, new Date(0))} t where seconds is not null`,
  )
  return new Map(rows.map(({ id, minutes }) => [id, minutes]))
}
