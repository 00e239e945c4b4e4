import { and, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { OutboxEntryState } from '#shared/messages.ts'
import { bounces } from '#server/db/tables/bounces.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { outboxEntries } from '#server/db/tables/messages.ts'
import type { Jobs, SendOptions } from '#server/jobs/create-jobs.ts'
import { isChosen, type Chosen } from '#server/jobs/list-work.ts'
import { retryJobs } from '#server/jobs/repeat-jobs.ts'
import { outboxWork } from './list-deliveries.ts'

type Wanted = Chosen & { state: 'failed' | 'waiting' }

/**
 * Puts all mails back into the queue, due at once, that failed or wait for their next try: of an event,
 * of addresses with a part in common, or all there are. Answers how many mails that are.
 */
export async function retryOutboxEntries(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  { state, ...chosen }: Wanted,
): Promise<{ mails: number }> {
  const wasTried = state === 'waiting' ? sql`t.attempts > 0` : sql`true`
  const mails = sql`(select t.mail from ${outboxWork.rows} t
    where t.state = ${state} and ${wasTried} and ${isChosen(chosen)})`
  return db.transaction(async (tx) => ({ mails: await putMailsBack(tx, jobs, mails, [state]) }))
}

/**
 * Puts these mails back, each with all of it that is in one of these states; answers how many. The organiser
 * wishes it: an address that mails came back from is tried as well.
 */
export async function putMailsBack(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  mails: SQL,
  states: OutboxEntryState[],
  options?: SendOptions,
): Promise<number> {
  const { id, carriedBy, email, state } = outboxEntries
  const again = await tx
    .update(outboxEntries)
    .set({ state: 'waiting' })
    .where(and(inArray(state, states), or(sql`${id} in ${mails}`, sql`${carriedBy} in ${mails}`)))
    .returning({ id, carriedBy, email })
  const emails = [...new Set(again.map((row) => row.email))]
  await tx.delete(bounces).where(sql`${bounces.email} = any(${sql.param(emails)}::text[])`)
  const found = new Set(again.map((row) => row.carriedBy ?? row.id))
  const payloads = [...found].map((outboxEntryId) => ({ deliveryId: outboxEntryId }))
  await retryJobs(tx, jobs, 'send-message', payloads, options)
  return found.size
}
