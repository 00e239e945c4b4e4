import { lt } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { sessions } from '#server/db/tables/sessions.ts'
import { membershipMs } from './find-session.ts'

/** Removes sessions that were not used for as long as membership lasts: they open nothing any more. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.lastUsedAt, new Date(now.getTime() - membershipMs)))
}
