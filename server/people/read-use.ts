import { desc, eq, or, sql } from 'drizzle-orm'
import { eventCrew } from '#server/db/tables/crew.ts'
import { importBatchChanges, importBatches } from '#server/db/tables/desk.ts'
import { events } from '#server/db/tables/events.ts'
import { sessionWatchProgress, watchProgress } from '#server/db/tables/library.ts'
import { findBounce } from '#server/bounces/mark-address.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import { unsubscriptions, videoAccess } from '#server/db/tables/people.ts'
import { memberPageAccess, sessions } from '#server/db/tables/sessions.ts'
import type { Db } from '#server/db/open.ts'
import { watchedShare } from '#server/library/progress-columns.ts'
import { serializeDates } from './tell-dates.ts'

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
