import { lt } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { signInCodes } from '#server/db/tables/sessions.ts'

const keptMs = 60 * 60 * 1000

/** Forgets codes, and the addresses that strangers typed, an hour after they were asked for. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.createdAt, new Date(now.getTime() - keptMs)))
}
