import { eq } from 'drizzle-orm'
import type { EventRegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, people, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { newestFirst, readDatedPortions } from './read-portions.ts'

/** Every registration for an event with its person, newest first. Specification, "Desk". */
export async function* listEventRegistrations(
  db: Db,
  turns: Turns,
): AsyncGenerator<EventRegistrationRow[]> {
  const { place, after, order } = newestFirst(eventRegistrations)
  yield* readDatedPortions(turns, (size, last) =>
    db
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
        personKey: people.key,
        place,
      })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .leftJoin(people, eq(people.email, users.email))
      .where(after(last))
      .orderBy(...order)
      .limit(size),
  )
}
