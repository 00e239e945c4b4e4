import { sql } from 'drizzle-orm'
import type { Person } from '#shared/contract/people.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import { describeTimeline } from './describe-timeline.ts'
import { personColumns, whoTheyAre } from './person-columns.ts'
import { readInvolvement } from './read-involvement.ts'
import { readUse } from './read-use.ts'

type Found = Pick<
  Person,
  | 'key'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'jobTitle'
  | 'mobile'
  | 'linkedin'
  | 'interests'
  | 'questions'
> & { createdAt: string | Date; userId: number | null }

/**
 * All that is known of a person, from every table that is keyed by person or e-mail, and what happened
 * as one line of time. Throws 404 for an unknown key.
 */
export async function readPerson(db: Db, key: string): Promise<Person> {
  const { rows } = await db.execute<Found>(sql`
    select ${personColumns}, coalesce(u.mobile, v.mobile, '') as mobile,
      coalesce(u.linkedin, '') as linkedin, coalesce(u.interests, '{}') as interests,
      coalesce(u.questions, '') as questions, u.id as "userId"
    from people p ${whoTheyAre} where p.key = coalesce((select f.person_key from former_addresses f where f.key = ${key}), ${key})`)
  const [found] = rows
  if (!found) throw new Refusal('no_such_person')
  const { userId, createdAt, ...person } = found
  const facts = {
    ...(await readInvolvement(db, userId)),
    ...(await readUse(db, person.email, userId)),
  }
  return {
    ...person,
    createdAt: new Date(createdAt).toISOString(),
    isRegistered: userId !== null,
    ...facts,
    timeline: describeTimeline(facts),
  }
}
