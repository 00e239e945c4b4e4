import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

/** Different e-mails; an imported viewer has no `users` row. */
export async function countPeople(db: Db): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`
    select ((select count(*) from users) + (select count(distinct v.email) from video_access v
      where not exists (select 1 from users u where u.email = v.email)))::int as people`)
  return rows[0]?.people ?? 0
}
