import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'

/** Removes finished jobs after two days; failed ones are kept with their reason. */
export async function sweepJobs(db: Db): Promise<void> {
  await db.execute(sql`delete from jobs.job
    where state = 'completed' and completed_on < now() - interval '2 days'`)
  await db.execute(sql`delete from jobs.job
    where name = 'sweep' and state > 'active' and created_on < now() - interval '1 hour'`)
}
