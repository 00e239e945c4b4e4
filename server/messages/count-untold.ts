import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/open.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Moment } from '#server/events/moment.ts'
import { listOwedMatters } from './list-due-matters.ts'
import { hasDelivery } from './who-is-concerned.ts'
import { whoIsOwed } from './who-is-owed.ts'

/**
 * How many people are owed the news that an event is cancelled: nothing is planned for them yet, or
 * their mail waits or is being sent.
 */
export async function countUntold(
  db: Db | Transaction,
  event: EventRow,
  moment: Moment,
): Promise<number> {
  const cancelled = listOwedMatters(event, moment).find(({ kind }) => kind === 'cancelled')
  if (!cancelled) return 0
  const told = sql`d.kind = 'cancelled' and d.occasion = ${cancelled.occasion}
    and d.state not in ('waiting', 'sending', 'skipped')`
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people ${whoIsOwed(event, cancelled)} and not ${hasDelivery(told)}`,
  )
  return rows[0]?.people ?? 0
}
