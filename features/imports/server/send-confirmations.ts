import { eq, sql } from 'drizzle-orm'
import { lockEvents } from '#features/events/server/event-rows.ts'
import { addOutboxEntriesOf } from '#features/mails/server/enqueue.ts'
import { isFinished, type TimeContext } from '#kernel/event-time.ts'
import { writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import { countGrownTables } from '#platform/db/vacuum.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { isPublishedAt } from '#schema/events.ts'
import { importBatches } from '#schema/imports.ts'

/** SQL for the registrations that an import batch created, or that it confirmed from pre-registrations. */
const byBatch = (batchId: string) => sql`import_batch_changes c
  join event_registrations r on r.id = c.row_id
  join users u on u.id = r.user_id
  where c.batch_id = ${batchId} and c.table_name = 'event_registrations'
    and (c.before is null or jsonb_exists(c.before, 'registration_type'))`

const confirmationKind = sql`case r.registration_type when 'confirmed' then 'registration_confirmed'
  else 'pre_registration_noted' end`

/**
 * Sends a confirmation to the people whom an import registered, one mail per person for all of their
 * events. Returns the number of recipients; a dry run only counts them. Skips events that are over or
 * unpublished, and registrations whose confirmation is already in the outbox. Throws 404 for an unknown
 * import, and 409 for one that is undone or partly undone.
 */
export async function sendConfirmations(
  db: Db,
  jobs: JobSender,
  batchId: string,
  { actor, dryRun, now, timeZone }: TimeContext & { actor: Actor; dryRun: boolean },
): Promise<{ people: number }> {
  return longTransaction(db, async (tx) => {
    const [batch] = await tx
      .select({ kind: importBatches.kind, undoBeganAt: importBatches.undoBeganAt })
      .from(importBatches)
      .where(eq(importBatches.id, batchId))
      .for('update')
    if (!batch) throw new Refusal('no_such_import')
    if (batch.undoBeganAt) throw new Refusal('import_undone')
    // Update the table statistics first: if they are stale, the queries below take quadratic time.
    await countGrownTables({ query: (text) => tx.execute<{ name: string }>(sql.raw(text)) }, [
      'import_batch_changes',
      'event_registrations',
      'users',
    ])
    const touched = await tx.execute<{ id: number }>(
      sql`select distinct r.event_id as id from ${byBatch(batchId)}
        and exists (select from events where events.id = r.event_id and ${isPublishedAt(now)})`,
    )
    const events = await lockEvents(
      tx,
      touched.rows.map(({ id }) => id),
      now,
    )
    const open = events.filter((event) => !isFinished(event, now, timeZone)).map(({ id }) => id)
    const unsent = sql`${byBatch(batchId)} and r.event_id = any(${sql.param(open)}::integer[])
      and not exists (select from outbox_entries d where d.kind = ${confirmationKind}
        and d.email = u.email and d.event_id = r.event_id and d.dedupe_key = '')`
    if (!dryRun) {
      const people = await addOutboxEntriesOf(
        tx,
        jobs,
        sql`select ${confirmationKind}, u.email, r.event_id, '' from ${unsent} order by u.email, r.event_id`,
      )
      const details = { batchId, people }
      await writeAuditEntry(tx, actor, {
        action: 'confirmations_sent',
        subject: batch.kind,
        details,
        now,
      })
      return { people }
    }
    const counted = await tx.execute<{ people: number }>(
      sql`select count(distinct u.email)::int as people from ${unsent}`,
    )
    return { people: counted.rows[0]?.people ?? 0 }
  })
}
