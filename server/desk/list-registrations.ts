import { sql } from 'drizzle-orm'
import type { RegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, unsubscriptions, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { readNewestFirst } from './read-newest-first.ts'

/** Of all of a person's registrations: whether one says so, and the latest question that is not empty. */
const told = sql`cross join lateral (
  select bool_or(r.receive_updates) as agreed, (array_agg(r.questions order by r.created_at desc,
    r.id desc) filter (where r.questions <> ''))[1] as questions
  from ${eventRegistrations} r where r.user_id = users.id) told`

/** `offset 0`: looked up for each row, rather than read anew as a whole for each portion. */
const isUnsubscribed = sql`exists (select from ${unsubscriptions} n
  where n.email = users.email and n.topic = 'news' offset 0)`

/**
 * One row a person, newest first, with the latest non-empty questions; `receiveUpdates` is true if any
 * registration says so and the person has not unsubscribed. Specification, "Usage".
 */
export function listRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<RegistrationRow>(db, turns, {
    table: users,
    beside: told,
    fields: {
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      linkedin: users.linkedin,
      interests: users.interests,
      questions: sql`coalesce(told.questions, users.questions)`,
      receiveUpdates: sql`coalesce(told.agreed, false) and not ${isUnsubscribed}`,
      createdAt: { instant: users.createdAt },
    },
  })
}
