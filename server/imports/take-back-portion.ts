import { eq, sql } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { importBatches } from '#server/db/tables/desk.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import { findUndoBlockers, type Reference } from './find-undo-blockers.ts'
import {
  columnOf,
  idsOf,
  importedTables,
  readNoted,
  readNotedOfSamePeople,
  readWritten,
  type ImportedTable,
  type Portion,
} from './read-written.ts'
import { lockImports } from './write-people.ts'

export type BatchRow = typeof importBatches.$inferSelect

/** The batch, held until the transaction ends. Throws 404 for an unknown one, 409 for one that is undone. */
export async function lockBatchToUndo(tx: Transaction, batchId: string): Promise<BatchRow> {
  const [batch] = await tx
    .select()
    .from(importBatches)
    .where(eq(importBatches.id, batchId))
    .for('update')
  if (!batch) throw new Refusal('no_such_import')
  if (batch.undoneAt)
    throw new Refusal('import_undone', { message: 'This import was undone already' })
  return batch
}

type Undo = { references: Reference[]; actor: Actor; now: Date }

/**
 * Takes back what a batch did to some people, all of theirs in one transaction: those of the first `size`
 * rows that are still noted. With the last ones the batch is undone, and given. `blocked`: one of them
 * has moved on since, and nothing was done.
 */
export async function takeBackPortion(
  db: Db,
  batchId: string,
  size: number,
  { references, actor, now }: Undo,
): Promise<BatchRow | 'more' | 'blocked'> {
  return longTransaction(db, async (tx) => {
    await lockImports(tx)
    const batch = await lockBatchToUndo(tx, batchId)
    const first = await readNoted(tx, batchId, { size })
    const ids = await readNotedOfSamePeople(tx, batchId, first)
    const hold = (table: ImportedTable) =>
      readWritten(tx, batchId, { table, ids: ids[table], hold: true })
    // People first, as those do who register them.
    const portion: Portion = {
      users: await hold('users'),
      video_access: await hold('video_access'),
      event_registrations: await hold('event_registrations'),
    }
    const blockers = await findUndoBlockers(tx, batchId, { portion, references })
    if (blockers.size > 0) return 'blocked'
    const { removed, restored } = await takeBack(tx, batchId, portion)
    await forgetNoted(tx, batchId, ids)
    const sums = { removed: batch.removed + removed, restored: batch.restored + restored }
    const set = (values: Partial<BatchRow>) =>
      tx
        .update(importBatches)
        .set({ ...sums, ...values })
        .where(eq(importBatches.id, batchId))
        .returning()
    if ((await readNoted(tx, batchId, { size: 1 })).length > 0) {
      await set({})
      return 'more'
    }
    const [name] = await tx
      .select({ username: administrators.username })
      .from(administrators)
      .where(eq(administrators.id, actor?.administratorId ?? 0))
    const [undone] = await set({ undoneAt: now, undoneBy: name?.username ?? null })
    const details = { batchId, ...sums, ...(batch.left > 0 && { left: batch.left }) }
    await writeAuditEntry(tx, actor, { action: 'import_undone', subject: batch.kind, details, now })
    return undone!
  })
}

async function takeBack(tx: Transaction, batchId: string, portion: Portion) {
  let removed = 0
  let restored = 0
  for (const name of importedTables) {
    const [added, changed] = [true, false].map((isAdded) =>
      columnOf(idsOf(portion[name].filter((row) => row.isAdded === isAdded))),
    )
    const table = sql.identifier(name)
    const gone = await tx.execute(sql`delete from ${table} where id = any(${added})`)
    removed += gone.rowCount ?? 0
    if (portion[name].every(({ isAdded }) => isAdded)) continue
    const { rows } = await tx.execute<{ column: string }>(sql`
      select attname as column from pg_attribute where attrelid = ${name}::regclass
        and attnum > 0 and not attisdropped and attname <> 'id'`)
    const columns = sql.join(
      rows.map(({ column }) => sql.identifier(column)),
      sql`, `,
    )
    const back = await tx.execute(sql`update ${table} t
      set (${columns}) = (select ${columns} from jsonb_populate_record(t, c.before))
      from import_batch_changes c where c.batch_id = ${batchId} and c.table_name = ${name}
        and c.row_id = t.id and t.id = any(${changed})`)
    restored += back.rowCount ?? 0
  }
  return { removed, restored }
}

/** The noted rows of these people are done with. */
async function forgetNoted(tx: Transaction, batchId: string, ids: Record<ImportedTable, number[]>) {
  for (const table of importedTables) {
    if (ids[table].length === 0) continue
    await tx.execute(sql`delete from import_batch_changes where batch_id = ${batchId}
      and table_name = ${table} and row_id = any(${columnOf(ids[table])})`)
  }
}
