import { eq, sql } from 'drizzle-orm'
import type { undoImportBatch as contract } from '#features/imports/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { type Deed, writeAuditEntry } from '#platform/audit/write-audit-entry.ts'
import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { fitPortion, longTransaction } from '#platform/db/transactions.ts'
import { recordSelected } from '#platform/domain-events/record-events.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { refreshPeople } from '#platform/people/save-people.ts'
import { importBatches } from '#schema/imports.ts'
import { administrators } from '#schema/sign-in.ts'
import { presentBatches, lockImports } from './import-batch.ts'
import { findUndoBlockers, readReferences, type Reference, refuseUndo } from './undo-blockers.ts'
import {
  skipPeople,
  readNoted,
  readWritten,
  type Noted,
  type Portion,
  columnOf,
  idsOf,
  importedTables,
  readNotedOfSamePeople,
  type ImportedTable,
} from './written-rows.ts'

const emptyPortion: Portion = {
  form_answers: [],
  event_registrations: [],
  video_access: [],
  users: [],
}

const rowsAskedFor = 2000
/**
 * Number of rows to undo in one transaction, and its wanted duration. Each transaction runs about forty statements,
 * however few rows it undoes, hence the minimum.
 */
const portionBounds = { wantedMs: 100, least: 300, most: 2000 }

/**
 * Undoes the additions and changes of an import, a group of people at a time. If the undo fails partway, a second call
 * continues, and its reply counts the rows of both calls. Throws 404 for an unknown import. Throws 409 with `blockers`,
 * the people whose rows other data depends on, unless `leave` equals their number; then their rows stay.
 */
export async function undoImportBatch(
  db: Db,
  batchId: string,
  { leave = 0, actor, now }: Deed & { leave?: number },
): Promise<ReplyOf<typeof contract>> {
  const references = await readReferences(db)
  for (let agreed = leave; ; agreed = 0) {
    const blockers = await findAllBlockers(db, batchId, references)
    await beginUndo(db, batchId, { blockers, leave: agreed, now })
    const batch = await undoAllPortions(db, batchId, { references, actor, now })
    if (batch !== 'blocked') {
      const { removed, restored, left } = batch
      const [presented] = await presentBatches(db, [batch])
      return { batch: presented!, removed, restored, left }
    }
    // Rows of a person have changed since the check. Repeat the check, because the administrator agreed only to skip
    // the people found by it.
  }
}

/**
 * Returns the people whose rows cannot be undone. Reads 2,000 rows at a time, so that no long query blocks other
 * requests. If rows change after this check, `undoPortion` notices that.
 */
async function findAllBlockers(db: Db, batchId: string, references: Reference[]) {
  const found = new Map<string, string>()
  let after: Noted | undefined
  for (;;) {
    const noted = await readNoted(db, batchId, { size: rowsAskedFor, after })
    for (const [table, some] of Map.groupBy(noted, (row) => row.table)) {
      const ids = some.map(({ id }) => id)
      const rows = await longTransaction(db, (tx) => readWritten(tx, batchId, { table, ids }))
      const portion = { ...emptyPortion, [table]: rows }
      await withLongTimeouts(() => findUndoBlockers(db, batchId, { portion, references }, found))
    }
    if (noted.length < rowsAskedFor) return found
    after = noted.at(-1)
  }
}

type Beginning = { blockers: Map<string, string>; leave: number; now: Date }

/**
 * Begins an undo: marks the import as partly undone, and forgets what it recorded about the people who are to be
 * skipped. Throws 409 if their number is not `leave`, to which the administrator agreed.
 */
async function beginUndo(db: Db, batchId: string, { blockers, leave, now }: Beginning) {
  await longTransaction(db, async (tx) => {
    const batch = await lockBatchToUndo(tx, batchId)
    // An earlier call has begun this undo and already skipped `leave` people; continue it.
    const isRepeated = batch.undoBeganAt !== null && blockers.size === 0 && leave === batch.left
    if (blockers.size !== leave && !isRepeated) {
      throw await refuseUndo(tx, batchId, blockers)
    }
    if (blockers.size > 0) await skipPeople(tx, batchId, [...blockers.keys()])
    await tx
      .update(importBatches)
      .set({ undoBeganAt: batch.undoBeganAt ?? now, left: batch.left + blockers.size })
      .where(eq(importBatches.id, batchId))
  })
}

async function undoAllPortions(db: Db, batchId: string, undo: Undo) {
  for (let size = portionBounds.least; ;) {
    const begun = performance.now()
    const taken = await undoPortion(db, batchId, size, undo)
    if (taken !== 'more') return taken
    size = fitPortion(size, performance.now() - begun, portionBounds)
  }
}

type BatchRow = typeof importBatches.$inferSelect

/**
 * Returns the batch and locks it until the transaction ends. Throws 404 for an unknown batch, 409 for an
 * undone one.
 */
async function lockBatchToUndo(tx: Transaction, batchId: string): Promise<BatchRow> {
  const [batch] = await tx
    .select()
    .from(importBatches)
    .where(eq(importBatches.id, batchId))
    .for('update')
  if (!batch) throw new Refusal('no_such_import')
  if (batch.undoneAt)
    throw new Refusal('import_undone', { message: 'This import was already undone' })
  return batch
}

type Undo = Deed & { references: Reference[] }

/**
 * Undoes, in one transaction, all rows of the people to whom the import's first `size` recorded rows belong. Returns
 * the import once it is completely undone, and 'more' if rows are left. Returns 'blocked', without changing anything,
 * if data of one of these people changed after `findAllBlockers`.
 */
async function undoPortion(
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
    // Lock `users` rows first: registrations use the same order, which avoids deadlocks.
    const portion: Portion = {
      users: await hold('users'),
      video_access: await hold('video_access'),
      event_registrations: await hold('event_registrations'),
      form_answers: await hold('form_answers'),
    }
    const blockers = await findUndoBlockers(tx, batchId, { portion, references })
    if (blockers.size > 0) return 'blocked'
    const { removed, restored } = await undoRows(tx, batchId, portion)
    await deleteNotes(tx, batchId, ids)
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

async function undoRows(tx: Transaction, batchId: string, portion: Portion) {
  let removed = 0
  let restored = 0
  for (const name of importedTables) {
    const [added, changed] = [true, false].map((isAdded) =>
      columnOf(idsOf(portion[name].filter((row) => row.isAdded === isAdded))),
    )
    const table = sql.identifier(name)
    if (name === 'event_registrations') {
      await recordSelected(
        tx,
        eventsOfRegistrations('registration.cancelled', sql`r.id = any(${added})`, 'import'),
      )
    }
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
  const emails = importedTables.flatMap((name) => portion[name].flatMap(({ email }) => email ?? []))
  await refreshPeople(tx, emails)
  return { removed, restored }
}

/** Deletes what an import recorded about rows that have now been undone. */
async function deleteNotes(tx: Transaction, batchId: string, ids: Record<ImportedTable, number[]>) {
  for (const table of importedTables) {
    if (ids[table].length === 0) continue
    await tx.execute(sql`delete from import_batch_changes where batch_id = ${batchId}
      and table_name = ${table} and row_id = any(${columnOf(ids[table])})`)
  }
}
