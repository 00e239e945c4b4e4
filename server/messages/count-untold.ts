import { sql } from 'drizzle-orm'
import { crewKinds } from '#shared/messages.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { listApplicableNotifications } from './list-due-matters.ts'
import { hasOutboxEntry } from './who-is-concerned.ts'
import { selectRecipients } from './who-is-owed.ts'

/**
 * How many people are owed the news that an event is cancelled, its crew among them: nothing is planned for them yet, or
 * their mail waits or is being sent.
 */
export async function countUntold(
  db: Db | Transaction,
  event: EventRow,
  time: TimeContext,
): Promise<number> {
  let untold = 0
  for (const notification of listApplicableNotifications(event, time)) {
    if (notification.kind !== 'cancelled' && notification.kind !== crewKinds.cancelled) continue
    const told = sql`d.kind = ${notification.kind} and d.occasion = ${notification.dedupeKey}
      and d.state not in ('waiting', 'sending', 'skipped')`
    const { rows } = await db.execute<{ people: number }>(
      sql`select count(*)::int as people ${selectRecipients(event, notification)} and not ${hasOutboxEntry(told)}`,
    )
    untold += rows[0]?.people ?? 0
  }
  return untold
}
