import { sql } from 'drizzle-orm'
import type { RegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, unsubscriptions, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { ofPortion, readNewestFirst } from './read-newest-first.ts'

/** Of all of a person's registrations: whether one says so, and the latest question that is not empty. */
const told = sql`left join (
  select r.user_id, bool_or(r.receive_updates) as agreed, (array_agg(r.questions
    order by r.created_at desc, r.id desc) filter (where r.questions <> ''))[1] as questions
  from ${eventRegistrations} r where r.user_id = ${ofPortion(users.id)}
  group by r.user_id offset 0) told on told.user_id = users.id`

const unsubscribed = sql`left join (
  select n.email from ${unsubscriptions} n
  where n.topic = 'news' and n.email = ${ofPortion(users.email)} offset 0) unsubscribed
  on unsubscribed.email = users.email`

/**
 * One row a person, newest first, with the latest non-empty questions; `receiveUpdates` is true if any
 * registration says so and the person has not unsubscribed. Specification, "Usage".
 */
export function listRegistrations(db: Db, turns: Turns) {
  return readNewestFirst<RegistrationRow>(db, turns, {
    table: users,
    beside: sql`${told} ${unsubscribed}`,
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
      receiveUpdates: sql`coalesce(told.agreed, false) and unsubscribed.email is null`,
      createdAt: { instant: users.createdAt },
      personKey: users.personKey,
    },
  })
}
