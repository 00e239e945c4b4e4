import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'

/** Returns emails of users whose person key differs from that of the person with their email. */
export async function strangeKeys(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select u.email from users u left join people p on p.email = u.email
    where p.key is distinct from u.person_key order by u.email`)
  return rows.map(({ email }) => email)
}
