import { and, eq, type SQL } from 'drizzle-orm'
import { isOnItsDay } from '#shared/event-time.ts'
import type { Session } from '#shared/session.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { liveStates } from '#server/db/tables/webinars.ts'
import { findLinkedRow } from './find-linked-row.ts'

export type Caller = { token: string | null | undefined; session: Session | undefined }

/**
 * The confirmed registration of whoever looks at an event: whose join link's token it is, else whose
 * session a mail has verified. An e-mail alone is nobody's.
 */
export async function findCallerRegistration(db: Db, eventId: number, { token, session }: Caller) {
  const ofToken = token ? await findRegistrationOfToken(db, eventId, token) : undefined
  if (ofToken) return ofToken
  if (!session?.verifiedAt || session.email === null) return undefined
  return findRegistration(db, eventId, eq(users.email, session.email))
}

async function findRegistrationOfToken(db: Db, eventId: number, token: string) {
  const id = await findLinkedRow(db, 'join', token)
  return id === undefined ? undefined : findRegistration(db, eventId, eq(eventRegistrations.id, id))
}

async function findRegistration(db: Db, eventId: number, whose: SQL) {
  const { id, createdAt, registrationType } = eventRegistrations
  const [registration] = await db
    .select({ id, createdAt, email: users.email, event: events, heard: liveStates })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(and(eq(events.id, eventId), eq(registrationType, 'confirmed'), whose))
  return registration
}

/** Whether somebody has a confirmed seat in an event that starts today: who may have their link once more. */
export async function hasRegistrationToday(
  db: Db,
  { email, eventId }: { email: string; eventId: number },
  { now, timeZone }: TimeContext,
): Promise<boolean> {
  const registration = await findRegistration(db, eventId, eq(users.email, email))
  return registration !== undefined && isOnItsDay(registration.event, now, timeZone)
}
