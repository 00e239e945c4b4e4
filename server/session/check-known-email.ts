import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import { users, videoAccess } from '#server/db/tables/people.ts'

/**
 * SQL for "known to the server": the e-mail stands in users or video_access. Specification, "People
 * and access".
 */
export function knownEmail(email: string | PgColumn): SQL<boolean> {
  return sql<boolean>`(exists (select 1 from ${users} where ${eq(users.email, email)})
    or exists (select 1 from ${videoAccess} where ${eq(videoAccess.email, email)}))`
}

/** Whether an e-mail has video access. */
export async function checkKnownEmail(db: Db, email: string): Promise<boolean> {
  const [answer] = await db.select({ isKnown: knownEmail(email) }).from(sql`(values (1)) as one`)
  return answer?.isKnown ?? false
}
