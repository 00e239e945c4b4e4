import { and, eq } from 'drizzle-orm'
import type { CheckRegistrationForm } from '#shared/contract/registrations.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/schema.ts'
import { checkKnownEmail } from '#server/session/check-known-email.ts'

/** Whether the e-mail is registered for the event; without an event, whether it is known at all. */
export async function checkRegistration(
  db: Db,
  { email, eventId }: CheckRegistrationForm,
): Promise<boolean> {
  if (eventId === undefined) return checkKnownEmail(db, email)
  const rows = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(users.email, email), eq(eventRegistrations.eventId, eventId)))
  return rows.length > 0
}
