import { eq, sql } from 'drizzle-orm'
import type { RegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, people, unsubscriptions, users } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { newestFirst, readDatedPortions } from './read-portions.ts'

/** The latest question that is not empty, or the one asked for no event. */
const questions = sql<string>`coalesce((select r.questions from ${eventRegistrations} r
  where r.user_id = users.id and r.questions <> '' order by r.created_at desc, r.id desc limit 1),
  users.questions)`

const receiveUpdates = sql<boolean>`exists (select from ${eventRegistrations} r
    where r.user_id = users.id and r.receive_updates)
  and not exists (select from ${unsubscriptions} n where n.email = users.email and n.topic = 'news')`

/**
 * One row a person, newest first, with the latest non-empty questions; `receiveUpdates` is true if any
 * registration says so and the person has not unsubscribed. Specification, "Usage".
 */
export async function* listRegistrations(db: Db, turns: Turns): AsyncGenerator<RegistrationRow[]> {
  const { place, after, order } = newestFirst(users)
  yield* readDatedPortions(turns, (size, last) =>
    db
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        company: users.company,
        jobTitle: users.jobTitle,
        linkedin: users.linkedin,
        interests: users.interests,
        questions,
        receiveUpdates,
        createdAt: users.createdAt,
        personKey: people.key,
        place,
      })
      .from(users)
      .leftJoin(people, eq(people.email, users.email))
      .where(after(last))
      .orderBy(...order)
      .limit(size),
  )
}
