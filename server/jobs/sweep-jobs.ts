import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

/** Removes jobs two days after they ended, well or not: what became of them is on the rows they name. */
export async function sweepJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs.job
    where state > 'active' and completed_on < now() - interval '2 days'`)
  await db.execute(sql`delete from jobs.job
    where name = 'sweep' and state > 'active' and created_on < now() - interval '1 hour'`)
}
