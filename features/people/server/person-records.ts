import { desc, eq, sql, or } from 'drizzle-orm'
import { watchedShare } from '#features/library/server/watch-progress.ts'
import { findBounce } from '#features/mails/server/bounces.ts'
import { attendanceSeconds } from '#features/webinars/server/attendance-time.ts'
import type { Db } from '#platform/db/open.ts'
import { eventCrew } from '#schema/crew.ts'
import { events } from '#schema/events.ts'
import { importBatchChanges, importBatches } from '#schema/imports.ts'
import { sessionWatchProgress, watchProgress, memberPageAccess } from '#schema/library.ts'
import { outboxEntries } from '#schema/mails.ts'
import { consents, userGroups, mailingListMembers, unsubscriptions } from '#schema/newsletter.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { joins, webinarSeats } from '#schema/webinars.ts'

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

/** What somebody was told, watched and used: what hangs on their e-mail. */
export async function readUse(db: Db, email: string, userId: number | null) {
  const [access, crew, mailRows, bounce, left, verified, typed, visits, browsers, imports] =
    await Promise.all([
      db
        .select({
          eventTitle: events.title,
          videoTitle: videoAccess.videoTitle,
          createdAt: videoAccess.createdAt,
        })
        .from(videoAccess)
        .leftJoin(events, eq(events.id, videoAccess.eventId))
        .where(eq(videoAccess.email, email))
        .orderBy(desc(videoAccess.id)),
      db
        .select({
          eventId: eventCrew.eventId,
          eventTitle: events.title,
          role: eventCrew.role,
          createdAt: eventCrew.createdAt,
        })
        .from(eventCrew)
        .innerJoin(events, eq(events.id, eventCrew.eventId))
        .where(eq(eventCrew.email, email))
        .orderBy(desc(eventCrew.id)),
      readOutboxEntries(db, email),
      findBounce(db, email),
      db.select().from(unsubscriptions).where(eq(unsubscriptions.email, email)),
      readWatched(db, watchProgress, email),
      readWatched(db, sessionWatchProgress, email),
      readVisits(db, email),
      db
        .select({
          isVerified: sql<boolean>`${sessions.verifiedAt} is not null`,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
        })
        .from(sessions)
        .where(eq(sessions.email, email))
        .orderBy(desc(sessions.lastUsedAt)),
      readImports(db, email, userId),
    ])
  return {
    videoAccess: access.map(serializeDates),
    crew: crew.map(serializeDates),
    deliveries: mailRows,
    bounce: bounce ? serializeDates(bounce) : null,
    unsubscriptions: left.map(serializeDates),
    watched: [
      ...verified.map((row) => ({ ...row, isVerified: true })),
      ...typed.map((row) => ({ ...row, isVerified: false })),
    ],
    visits,
    sessions: browsers.map(serializeDates),
    imports,
  }
}

async function readOutboxEntries(db: Db, email: string) {
  const { id, kind, eventId, state, lastError, triedAt, sentAt, createdAt } = outboxEntries
  const rows = await db
    .select({
      id,
      kind,
      eventId,
      state,
      lastError,
      triedAt,
      sentAt,
      createdAt,
      eventTitle: events.title,
    })
    .from(outboxEntries)
    .leftJoin(events, eq(events.id, eventId))
    .where(eq(outboxEntries.email, email))
    .orderBy(desc(id))
  return rows.map(serializeDates)
}

async function readWatched(
  db: Db,
  table: typeof watchProgress | typeof sessionWatchProgress,
  email: string,
) {
  const { position, updatedAt } = table
  const rows = await db
    .select({ eventTitle: events.title, watchedShare: watchedShare(table), position, updatedAt })
    .from(table)
    .innerJoin(events, eq(events.id, table.eventId))
    .where(eq(table.email, email))
    .orderBy(desc(updatedAt))
  return rows.map(serializeDates)
}

async function readVisits(db: Db, email: string) {
  const count = (type: string) =>
    sql<number>`(count(*) filter (where ${memberPageAccess.accessType} = ${type}))::int`
  const [row] = await db
    .select({
      visits: count('page_visit'),
      watches: count('video_watch'),
      lastAt: sql<Date | null>`max(${memberPageAccess.accessedAt})`.mapWith(
        memberPageAccess.accessedAt,
      ),
    })
    .from(memberPageAccess)
    .where(eq(memberPageAccess.email, email))
  return serializeDates(row!)
}

/** The lists that named them, whatever of theirs those wrote. */
async function readImports(db: Db, email: string, userId: number | null) {
  const { tableName, rowId, batchId } = importBatchChanges
  const named = (table: string, ids: ReturnType<typeof sql>) =>
    sql`${tableName} = ${table} and ${rowId} in (${ids})`
  const rows = await db
    .selectDistinct({
      batchId,
      kind: importBatches.kind,
      startedAt: importBatches.startedAt,
    })
    .from(importBatchChanges)
    .innerJoin(importBatches, eq(importBatches.id, batchId))
    .where(
      or(
        named('users', sql`${userId ?? 0}`),
        named(
          'event_registrations',
          sql`select r.id from event_registrations r where r.user_id = ${userId ?? 0}`,
        ),
        named('video_access', sql`select v.id from video_access v where v.email = ${email}`),
      ),
    )
    .orderBy(desc(importBatches.startedAt))
  return rows.map(serializeDates)
}

type Serialized<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? SerializedDate<Row[Name]> : Row[Name]
}
type SerializedDate<Value> = Value extends Date ? string : Value

/** A row with its instants as the contract tells them. */
function serializeDates<Row extends object>(row: Row): Serialized<Row> {
  const serialized = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(serialized) as Serialized<Row>
}
