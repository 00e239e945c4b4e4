import { sql } from 'drizzle-orm'
import type { EventRegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { readNewestFirst } from './read-newest-first.ts'

/** Every registration for an event with its person, newest first. Specification, "Desk". */
export function listEventRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<EventRegistrationRow>(db, turns, {
    table: eventRegistrations,
    where: sql`${eventRegistrations.userId} is not null`,
    // `limit 1`: an index for each row, however large the portion is; never all people for a portion.
    beside: sql`left join lateral (select * from ${users} u
      where u.id = ${eventRegistrations.userId} limit 1) ${users} on true`,
    fields: {
      id: eventRegistrations.id,
      eventId: eventRegistrations.eventId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      registrationType: eventRegistrations.registrationType,
      createdAt: { instant: eventRegistrations.createdAt },
    },
  })
}
