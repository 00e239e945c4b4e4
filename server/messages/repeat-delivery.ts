import { sql } from 'drizzle-orm'
import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import type { Db } from '#server/db/open.ts'
import { promptly, type Jobs } from '#server/jobs/create-jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { readOutboxEntry } from './list-deliveries.ts'
import { putMailsBack } from './repeat-deliveries.ts'

/**
 * Puts an outbox entry back into the queue, due at once. Throws 404 for an unknown one and 409 for one that
 * was sent, is being sent or was left out on purpose.
 */
export async function retryOutboxEntry(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  id: number,
): Promise<OutboxEntryRow> {
  const { mail, state } = await readOutboxEntry(db, id)
  await db.transaction(async (tx) => {
    const states = ['waiting', 'failed', 'unknown', 'kept'] as const
    if ((await putMailsBack(tx, jobs, sql`(${mail}::int)`, [...states], promptly)) > 0) return
    throw new Refusal('nothing_to_repeat', {
      message: `This message is not to be sent again: it is ${state}`,
    })
  })
  const { kept: _, ...outboxEntry } = await readOutboxEntry(db, id)
  return outboxEntry
}
