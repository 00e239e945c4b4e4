import { sql } from 'drizzle-orm'
import type { EventRegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { ofPortion, readNewestFirst } from './read-newest-first.ts'

/** Every registration for an event with its person, newest first. Specification, "Admin area". */
export function listEventRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<EventRegistrationRow>(db, turns, {
    table: eventRegistrations,
    where: sql`${eventRegistrations.userId} is not null`,
    beside: sql`left join (
      select * from ${users} u where u.id = ${ofPortion(eventRegistrations.userId)} offset 0) ${users}
      on users.id = event_registrations.user_id`,
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
      personKey: users.personKey,
    },
  })
}
