import { and, gte, isNull, or } from 'drizzle-orm'
import { dayInZone, instantInZone } from '#shared/event-time.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { backups } from '#server/db/tables/backups.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

/** On the display zone's clock: when few people are about. */
const timeOfDay = '03:00'
const dayMs = 24 * 60 * 60_000
const retryMs = 60 * 60_000

/**
 * Asks for the day's backup once its time has come, and after a failure every hour, whichever node the
 * sweep runs on. A site that slept at that time, or is new, gets its backup at once.
 */
export async function requestDailyBackup(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  { now, timeZone }: TimeContext,
): Promise<void> {
  const isGood = and(isNull(backups.failure), gte(backups.madeAt, lastDue(now, timeZone)))
  const isRecent = gte(backups.endedAt, new Date(now.getTime() - retryMs))
  const [found] = await db
    .select({ id: backups.id })
    .from(backups)
    .where(or(isGood, isRecent))
    .limit(1)
  if (found) return
  // One an hour even if it takes its node with it each time.
  await jobs.send(db, 'make-backup', [{}], { singletonSeconds: retryMs / 1000 })
}

function lastDue(now: Date, timeZone: string): Date {
  const today = instantInZone(dayInZone(now, timeZone), timeOfDay, timeZone)
  if (today <= now) return today
  return instantInZone(dayInZone(new Date(now.getTime() - dayMs), timeZone), timeOfDay, timeZone)
}
