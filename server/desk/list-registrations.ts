import { desc, eq, sql } from 'drizzle-orm'
import type { RegistrationRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, unsubscriptions, users } from '#server/db/schema.ts'

/**
 * One row a person, newest first, with the latest non-empty questions; `receiveUpdates` is true if any
 * registration says so and the person has not unsubscribed. decisions.md, "Usage".
 */
export async function listRegistrations(db: Db): Promise<RegistrationRow[]> {
  const answers = db
    .select({
      userId: eventRegistrations.userId,
      questions: sql<string | null>`(array_agg(${eventRegistrations.questions}
        order by ${eventRegistrations.createdAt} desc, ${eventRegistrations.id} desc)
        filter (where ${eventRegistrations.questions} <> ''))[1]`.as('latest_questions'),
      agreed: sql<boolean>`bool_or(${eventRegistrations.receiveUpdates})`.as('agreed'),
    })
    .from(eventRegistrations)
    .groupBy(eventRegistrations.userId)
    .as('answers')
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      company: users.company,
      jobTitle: users.jobTitle,
      linkedin: users.linkedin,
      interests: users.interests,
      questions: sql<string>`coalesce(${answers.questions}, ${users.questions})`,
      receiveUpdates: sql<boolean>`coalesce(${answers.agreed}, false) and not exists (
        select 1 from ${unsubscriptions}
        where ${unsubscriptions.email} = ${users.email} and ${unsubscriptions.topic} = 'news')`,
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(answers, eq(answers.userId, users.id))
    .orderBy(desc(users.createdAt), desc(users.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
