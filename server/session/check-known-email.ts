import { eq, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { users, videoAccess } from '#server/db/tables/people.ts'

/**
 * SQL for "known to the server": the e-mail stands in users or video_access. Specification, "People
 * and access".
 */
export function knownEmail(email: string | PgColumn | Placeholder): SQL<boolean> {
  return sql<boolean>`(exists (select 1 from ${users} where ${eq(users.email, email)})
    or exists (select 1 from ${videoAccess} where ${eq(videoAccess.email, email)}))`
}

const lookUp = prepared('known_email', (db, of: Slots<{ email: string }>) =>
  db.select({ isKnown: knownEmail(of.email) }).from(sql`(values (1)) as one`),
)

/** Whether an e-mail has video access. */
export async function checkKnownEmail(db: Db, email: string): Promise<boolean> {
  const [answer] = await lookUp(db, { email })
  return answer?.isKnown ?? false
}
