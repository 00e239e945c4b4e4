import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lacksJob } from '#server/jobs/lacks-job.ts'

const mostAtOnce = 500

/** Gives a job to whatever erasures and providers still have to do: made in the terminal, or lost with a copy. */
export async function sweepErasures(db: Db, jobs: Pick<Jobs, 'send'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows: open } = await tx.execute<{ erasureId: number }>(sql`
      select id as "erasureId" from erasures where written_at is null
        and ${lacksJob('complete-erasure', sql`id`)} order by id limit ${mostAtOnce}`)
    await jobs.send(tx, 'complete-erasure', open)
    const { rows: untold } = await tx.execute<{ taskId: number }>(sql`
      select id as "taskId" from provider_tasks where state = 'waiting'
        and ${lacksJob('tell-provider', sql`id`)} order by id limit ${mostAtOnce}`)
    await jobs.send(tx, 'tell-provider', untold)
  })
}
