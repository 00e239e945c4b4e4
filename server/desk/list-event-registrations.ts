import { desc, eq } from 'drizzle-orm'
import type { EventRegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/schema.ts'

/** Every registration for an event with its person, newest first. Specification 3. */
export async function listEventRegistrations(db: Db): Promise<EventRegistrationRow[]> {
  const rows = await db
    .select({
      id: eventRegistrations.id,
      eventId: eventRegistrations.eventId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      registrationType: eventRegistrations.registrationType,
      createdAt: eventRegistrations.createdAt,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .orderBy(desc(eventRegistrations.createdAt), desc(eventRegistrations.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
