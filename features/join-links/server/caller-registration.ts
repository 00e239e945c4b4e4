import { and, eq, type SQL } from 'drizzle-orm'
import { type TimeContext, isOnItsDay } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Session } from '#platform/http/call.ts'
import { makeLinkToken, readLinkKey, findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { liveStates } from '#schema/webinars.ts'
import { joinWindowState } from './join-page.ts'

/**
 * Returns the path of the caller's personal join link for an event while the meeting room is open. Unlike opening the
 * link, this does not mark the caller as attended.
 */
export async function findJoinPath(
  db: Db,
  eventId: number,
  { token, session, ...time }: Caller & TimeContext,
): Promise<{ isRegistered: boolean; path: string | null }> {
  const registration = await findCallerRegistration(db, eventId, { token, session }, time.now)
  if (!registration) return { isRegistered: false, path: null }
  const { event, heard, ...target } = registration
  if (joinWindowState(event, heard, time) !== 'open') return { isRegistered: true, path: null }
  const joinToken = makeLinkToken(await readLinkKey(db), 'join', target)
  return { isRegistered: true, path: `/join/${joinToken}` }
}

export type Caller = { token: string | null | undefined; session: Session | undefined }

/**
 * Returns the caller's confirmed registration for a published event; undefined if there is none. The token of the
 * join link or a verified session identifies the caller; an email alone does not.
 */
export async function findCallerRegistration(
  db: Db,
  eventId: number,
  { token, session }: Caller,
  now: Date,
) {
  const ofToken = token ? await findRegistrationOfToken(db, eventId, token, now) : undefined
  if (ofToken) return ofToken
  if (!session?.verifiedAt || session.email === null) return undefined
  return findRegistration(db, eventId, eq(users.email, session.email), now)
}

async function findRegistrationOfToken(db: Db, eventId: number, token: string, now: Date) {
  const id = await findLinkedRow(db, 'join', token)
  if (id === undefined) return undefined
  return findRegistration(db, eventId, eq(eventRegistrations.id, id), now)
}

async function findRegistration(db: Db, eventId: number, whose: SQL, now: Date) {
  const { id, createdAt, registrationType } = eventRegistrations
  const [registration] = await db
    .select({ id, createdAt, email: users.email, event: events, heard: liveStates })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(
      and(eq(events.id, eventId), isPublishedAt(now), eq(registrationType, 'confirmed'), whose),
    )
  return registration
}

/**
 * Returns whether an email is registered for an event that takes place today: then the registrant may request one
 * more mail with the join link.
 */
export async function hasRegistrationToday(
  db: Db,
  { email, eventId }: { email: string; eventId: number },
  { now, timeZone }: TimeContext,
): Promise<boolean> {
  const registration = await findRegistration(db, eventId, eq(users.email, email), now)
  return registration !== undefined && isOnItsDay(registration.event, now, timeZone)
}
