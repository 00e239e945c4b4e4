import { createHash } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { mailingListMembers } from '#server/db/tables/mailing-list.ts'
import { eventRegistrations, userGroups, users } from '#server/db/tables/people.ts'

/**
 * Agreed to updates at least once, wherever; whether it still holds is for `hasLeft` to say. One set, over
 * one condition or the other: of a hundred thousand people the database joins it once, and of one it looks
 * up both of its parts.
 */
export const hasAgreed = sql<boolean>`exists (select from (
    select c.user_id from consents c where c.receive_updates
    union all select a.user_id from event_registrations a where a.receive_updates
  ) agreed where agreed.user_id = users.id)`

export const hasLeft = sql<boolean>`exists (select 1 from unsubscriptions n
  where n.email = users.email and n.topic = 'news')`

/** Everything that decides what the mailing list is told of a person; undefined where they are gone. */
export async function readMember(db: Db | Transaction, userId: number) {
  const [found] = await db
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      company: users.company,
      version: users.updatedAt,
      hasAgreed,
      hasLeft,
      row: mailingListMembers,
    })
    .from(users)
    .leftJoin(mailingListMembers, eq(mailingListMembers.userId, users.id))
    .where(eq(users.id, userId))
  if (!found) return undefined
  const registered = await db
    .select({ id: events.id, title: events.title, calendarUid: events.calendarUid })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(eq(eventRegistrations.userId, userId))
    .orderBy(asc(events.id))
  const groups = await db.select().from(userGroups).where(eq(userGroups.userId, userId))
  return { ...found, userId, registered, groups }
}

export type Member = NonNullable<Awaited<ReturnType<typeof readMember>>>

/** A short form of all that a subscriber is told about a person: the same digest, nothing new. */
export function digestOf(member: Member, membersGroup: string | undefined): string {
  const { email, firstName, lastName, company, registered } = member
  const told = [
    email,
    firstName,
    lastName,
    company,
    membersGroup ?? '',
    registered.map(({ id }) => id),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
