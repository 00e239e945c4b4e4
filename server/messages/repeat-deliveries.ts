import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { messageDeliveries } from '#server/db/messages-schema.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

type Wanted = { state: 'failed' | 'waiting'; eventId?: number | null; email: string }

/**
 * Puts all mails back into the queue, due at once, that failed or wait for their next try: of an event,
 * of addresses with a part in common, or all there are. Answers how many mails that are.
 */
export async function repeatDeliveries(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  { state, eventId, email }: Wanted,
): Promise<{ mails: number }> {
  const table = messageDeliveries
  return db.transaction(async (tx) => {
    const matching = tx
      .select({ id: sql<number>`coalesce(${table.carriedBy}, ${table.id})`.as('carrier') })
      .from(table)
      .where(
        and(
          eq(table.state, state),
          state === 'waiting' ? gt(table.attempts, 0) : undefined,
          eventId ? eq(table.eventId, eventId) : undefined,
          email ? sql`strpos(${table.email}, ${email}) > 0` : undefined,
        ),
      )
    const again = await tx
      .update(table)
      .set({ state: 'waiting' })
      .where(
        and(
          eq(table.state, state),
          or(inArray(table.id, matching), inArray(table.carriedBy, matching)),
        ),
      )
      .returning({ id: table.id, carriedBy: table.carriedBy })
    const mails = [...new Set(again.map(({ id, carriedBy }) => carriedBy ?? id))]
    const keys = sql.param(mails.map(String))
    await tx.execute(sql`update jobs.job set start_after = now()
      where name = 'send-message' and state < 'active' and singleton_key = any(${keys}::text[])`)
    // The queue itself keeps a second job for the same mail out.
    await jobs.send(
      tx,
      'send-message',
      mails.map((deliveryId) => ({ deliveryId })),
    )
    return { mails: mails.length }
  })
}
