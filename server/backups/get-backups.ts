import { desc, isNull } from 'drizzle-orm'
import type { getBackups as contract } from '#shared/contract/backups.ts'
import { overdueHours } from '#shared/overdue-copies.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { Db } from '#server/db/open.ts'
import { backups } from '#server/db/tables/backups.ts'

/** What the admin area says of backups: the last good one, and the latest try if it failed. */
export async function getBackups(
  db: Db,
  { isConfigured, now }: { isConfigured: boolean; now: Date },
): Promise<ReplyOf<typeof contract>> {
  const newest = desc(backups.madeAt)
  const [good] = await db
    .select()
    .from(backups)
    .where(isNull(backups.failure))
    .orderBy(newest)
    .limit(1)
  const [latest] = await db.select().from(backups).orderBy(newest).limit(1)
  const age = good ? now.getTime() - good.madeAt.getTime() : Infinity
  return {
    isConfigured,
    last: good ? { madeAt: good.madeAt.toISOString(), people: good.people ?? 0 } : null,
    failure: latest?.failure ? { at: latest.madeAt.toISOString(), reason: latest.failure } : null,
    isOverdue: isConfigured && age > overdueHours * 60 * 60_000,
  }
}
