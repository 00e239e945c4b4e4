import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { TrackingForm } from '#features/library/contract.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess } from '#schema/library.ts'
import { sessions } from '#schema/sign-in.ts'

/** The visitor who uses the library, with data from their session and request. */
type Visitor = { sessionId: number; email: string; address: string; userAgent: string }

/**
 * If a session does the same again within `milliseconds`, such as opening a page, only a counter in the existing row
 * increases, up to `mostCounted`.
 */
const sameUse = { milliseconds: 60_000, mostCounted: 10 }

/**
 * Records that a visitor opened a page of the library, or watched a recording. A repetition within a minute increases a
 * count in the existing row. When a visit ends, the browser calls this again with the duration, which is stored in the
 * visit's row.
 */
export async function trackAccess(
  db: Db,
  form: TrackingForm,
  visitor: Visitor,
  now: Date,
): Promise<{ recorded: true }> {
  await db.transaction(async (tx) => {
    const isClosing = form.accessType === 'page_visit' && form.sessionDuration !== null
    // Serialise the calls of a session, otherwise two simultaneous repetitions would each insert a row.
    const isLive = await lockSession(tx, visitor.sessionId)
    if (isClosing && (await completeVisit(tx, visitor, form.sessionDuration!))) return
    const event = await findEvent(tx, form.videoId)
    const use = { accessType: form.accessType, videoId: event?.id ?? null }
    if (isLive && (await countRepeat(tx, visitor, use, now))) return
    await tx.insert(memberPageAccess).values({
      ...use,
      email: visitor.email,
      videoTitle: event?.title ?? (form.videoTitle || null),
      sessionDuration: isClosing ? form.sessionDuration : null,
      ipAddress: visitor.address,
      userAgent: visitor.userAgent,
      sessionId: isLive ? visitor.sessionId : null,
      accessedAt: now,
    })
  })
  return { recorded: true }
}

/** Locks the session's row. Returns false if the session has ended meanwhile. */
async function lockSession(tx: Transaction, id: number) {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, id))
    .for('no key update')
  return rows.length > 0
}

/**
 * Stores the duration of a visit in the session's latest visit that has none. If all have one, updates the latest
 * visit, because a browser can restore a closed page. Returns false if the session has no visit.
 */
async function completeVisit(tx: Transaction, visitor: Visitor, sessionDuration: number) {
  const [visit] = await tx
    .select({ id: memberPageAccess.id })
    .from(memberPageAccess)
    .where(
      and(
        eq(memberPageAccess.sessionId, visitor.sessionId),
        eq(memberPageAccess.email, visitor.email),
        eq(memberPageAccess.accessType, 'page_visit'),
      ),
    )
    .orderBy(sql`${memberPageAccess.sessionDuration} is not null`, desc(memberPageAccess.id))
    .limit(1)
    .for('update')
  if (!visit) return false
  await tx
    .update(memberPageAccess)
    .set({
      sessionDuration: sql`greatest(coalesce(${memberPageAccess.sessionDuration}, 0), ${sessionDuration}::int)`,
    })
    .where(eq(memberPageAccess.id, visit.id))
  return true
}

/**
 * Increments the count in the row of the use that is repeated. Returns false if the session has no such use
 * within the last minute.
 */
async function countRepeat(
  tx: Transaction,
  { sessionId, email }: Visitor,
  use: { accessType: TrackingForm['accessType']; videoId: number | null },
  now: Date,
) {
  const since = new Date(now.getTime() - sameUse.milliseconds)
  const [repeated] = await tx
    .select({ id: memberPageAccess.id })
    .from(memberPageAccess)
    .where(
      and(
        eq(memberPageAccess.sessionId, sessionId),
        eq(memberPageAccess.email, email),
        eq(memberPageAccess.accessType, use.accessType),
        sql`${memberPageAccess.videoId} is not distinct from ${use.videoId}::int`,
        gt(memberPageAccess.accessedAt, since),
      ),
    )
    .orderBy(desc(memberPageAccess.id))
    .limit(1)
  if (!repeated) return false
  await tx
    .update(memberPageAccess)
    .set({
      repeats: sql`least(${memberPageAccess.repeats} + 1, ${sameUse.mostCounted - 1}::int)`,
    })
    .where(eq(memberPageAccess.id, repeated.id))
  return true
}

/** Returns the event with this id; undefined for an unknown id. */
async function findEvent(tx: Transaction, id: number | null) {
  if (id === null || id < 1 || id > 2147483647) return undefined
  const [event] = await tx
    .select({ id: events.id, title: events.title })
    .from(events)
    .where(eq(events.id, id))
    .for('share')
  return event
}

const dayMs = 24 * 60 * 60_000
/**
 * Maximum number of rows to change in one statement, so that other queries do not wait. This suffices for two million
 * rows a day.
 */
const portion = 1000

/**
 * Clears the IP address and user agent of library uses that are older than `days`. The uses themselves
 * remain for statistics.
 */
export async function sweepAddresses(db: Db, days: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * dayMs)
  await db.execute(sql`
    update member_page_access set ip_address = null, user_agent = null
    where id in (select id from member_page_access where accessed_at < ${oldest.toISOString()}
      and (ip_address is not null or user_agent is not null) order by accessed_at limit ${portion})`)
}
