import { and, eq, sql } from 'drizzle-orm'
import type { CheckRegistrationForm } from '#shared/contract/registrations.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import { knownEmail } from '#server/session/check-known-email.ts'

/**
 * Whether the e-mail is registered for the event, without an event whether it is known; and beside it
 * whether it is known at all: only an unknown one is a guess.
 */
export async function checkRegistration(
  db: Db,
  { email, eventId }: Pick<CheckRegistrationForm, 'email'> & Partial<CheckRegistrationForm>,
): Promise<{ exists: boolean; isKnown: boolean }> {
  const isKnown = knownEmail(email)
  const registrations = db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(users.email, email), eq(eventRegistrations.eventId, eventId ?? 0)))
  const exists = eventId === undefined ? isKnown : sql<boolean>`exists ${registrations}`
  const [answer] = await db.select({ exists, isKnown }).from(sql`(values (1)) as one`)
  return answer!
}
