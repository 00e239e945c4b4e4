import { sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getAccessStats as contract } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { memberPageAccess } from '#server/db/schema.ts'

/** Counts of page visits, different e-mails and watches. decisions.md, "Usage". */
export async function getAccessStats(db: Db): Promise<ReplyOf<typeof contract>> {
  const count = (type: string) =>
    sql<number>`count(*) filter (where ${memberPageAccess.accessType} = ${type})`.mapWith(Number)
  const [stats] = await db
    .select({
      totalVisits: count('page_visit'),
      videoWatches: count('video_watch'),
      uniqueUsers: sql<number>`count(distinct ${memberPageAccess.email})`.mapWith(Number),
    })
    .from(memberPageAccess)
  return stats ?? { totalVisits: 0, videoWatches: 0, uniqueUsers: 0 }
}
