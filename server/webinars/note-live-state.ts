import { sql } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Transaction } from '#server/db/open.ts'
import { liveStates } from '#server/db/tables/webinars.ts'
import { findHeldEvent } from './find-evening.ts'

type Told = { what: 'started' | 'ended'; at: Date }

/**
 * Notes that a webinar or meeting started or ended, whichever order the calls come in, and says whether it
 * is about an event of ours.
 */
export async function noteLiveState(
  tx: Transaction,
  providerId: string,
  { what, at }: Told,
  { timeZone }: TimeContext,
): Promise<boolean> {
  const nearest = await findHeldEvent(tx, providerId, at, timeZone)
  if (!nearest) return false
  const moment = what === 'started' ? { startedAt: at } : { endedAt: at }
  const column = what === 'started' ? liveStates.startedAt : liveStates.endedAt
  const latest = sql`greatest(${column}, ${at.toISOString()}::timestamptz)`
  await tx
    .insert(liveStates)
    .values({ eventId: nearest.id, ...moment })
    .onConflictDoUpdate({
      target: liveStates.eventId,
      set: what === 'started' ? { startedAt: latest } : { endedAt: latest },
    })
  return true
}
