import { eq, inArray, sql } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { undoImportBatch as contract } from '#shared/contract/import-batches.ts'
import { recordAct, type Actor } from '#server/admins/record-act.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { importBatchChanges, importBatches } from '#server/db/tables/desk.ts'
import { eventRegistrations, users, videoAccess } from '#server/db/tables/people.ts'
import { administrators } from '#server/db/tables/sessions.ts'
import { Refusal } from '#server/refusal.ts'
import {
  countPeopleOf,
  findUndoBlockers,
  importedTables,
  leavePeople,
} from './find-undo-blockers.ts'
import { presentBatch } from './list-import-batches.ts'
import { readKeys } from './read-keys.ts'
import { takeImportTurn } from './write-people.ts'

const mostShown = 50

/**
 * Takes everything back that a batch added or changed, in one transaction. Throws 409 with `blockers`
 * where something was built on it, unless `leave` is the very number of these people, who then stay as
 * they are; 404 for an unknown batch. Specification, "Imports and export".
 */
export async function undoImportBatch(
  db: Db,
  batchId: string,
  { leave = 0, actor, now }: { leave?: number; actor: Actor; now: Date },
): Promise<ReplyOf<typeof contract>> {
  return longTransaction(db, async (tx) => {
    await takeImportTurn(tx)
    // The noted values are text: times must be written as they were when they were noted.
    await tx.execute(sql`select set_config('timezone', 'UTC', true)`)
    const [batch] = await tx
      .select()
      .from(importBatches)
      .where(eq(importBatches.id, batchId))
      .for('update')
    if (!batch) throw new Refusal('no_such_import')
    if (batch.undoneAt)
      throw new Refusal('import_undone', { message: 'This import was undone already' })
    await countRows(tx)
    await holdRows(tx, batchId)
    const blockers = await findUndoBlockers(tx, batchId)
    if (blockers.size !== leave) throw await describeBlockers(tx, batchId, blockers)
    if (leave > 0) await leavePeople(tx, batchId, [...blockers.keys()])
    const { removed, restored } = await takeBack(tx, batchId)
    await tx.delete(importBatchChanges).where(eq(importBatchChanges.batchId, batchId))
    const [name] = await tx
      .select({ username: administrators.username })
      .from(administrators)
      .where(eq(administrators.id, actor?.administratorId ?? 0))
    const [undone] = await tx
      .update(importBatches)
      .set({ undoneAt: now, undoneBy: name?.username ?? null })
      .where(eq(importBatches.id, batchId))
      .returning()
    const details = { batchId, removed, restored, ...(leave > 0 && { left: leave }) }
    await recordAct(tx, actor, { action: 'import_undone', subject: batch.kind, details, now })
    return { batch: presentBatch(undone!), removed, restored, left: leave }
  })
}

/**
 * Without fresh figures of the tables the queries below are planned as if a batch had one row, and take
 * minutes for a list of 20,000.
 */
async function countRows(tx: Transaction) {
  const tables = [importBatchChanges, users, eventRegistrations, videoAccess]
  for (const table of tables) await tx.execute(sql`analyze ${table}`)
}

/** Nobody registers or signs in on what is about to go. */
async function holdRows(tx: Transaction, batchId: string) {
  for (const table of importedTables.toReversed()) {
    await tx.execute(sql`select count(*) from (
      select t.id from ${sql.identifier(table)} t where t.id in (
        select row_id from import_batch_changes where batch_id = ${batchId} and table_name = ${table}
      ) order by t.id for update) held`)
  }
}

/** Who stands in the way, the first of them by name, and how many there are besides. */
async function describeBlockers(tx: Transaction, batchId: string, people: Map<string, string>) {
  const shown = [...people].slice(0, mostShown)
  const names = await readNames(
    tx,
    shown.map(([email]) => email),
  )
  const keys = await readKeys(
    tx,
    shown.map(([email]) => email),
  )
  const blockers = shown.map(([email, reason]) => ({
    name: names.get(email) ?? '',
    email,
    personKey: keys.get(email) ?? null,
    reason,
  }))
  const [first] = blockers
  const more = people.size > 1 ? `, and ${people.size - 1} more` : ''
  return new Refusal('import_built_on', {
    message: first
      ? `This import cannot be undone as a whole: ${first.email} ${first.reason}${more}. Repeat with ?leave=${people.size} to leave them as they are.`
      : 'Nobody stands in the way of undoing this import any more: it can be undone as a whole.',
    blockers,
    blockerCount: people.size,
    others: (await countPeopleOf(tx, batchId)) - people.size,
  })
}

/** Names by e-mail, of people and of those who have video access alone. */
async function readNames(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const named = [videoAccess, users]
  const found = new Map<string, string>()
  for (const table of named) {
    const rows = await tx
      .select({ email: table.email, firstName: table.firstName, lastName: table.lastName })
      .from(table)
      .where(inArray(table.email, emails))
    for (const { email, firstName, lastName } of rows) {
      const name = `${firstName} ${lastName}`.trim()
      if (name) found.set(email, name)
    }
  }
  return found
}

async function takeBack(tx: Transaction, batchId: string) {
  let removed = 0
  let restored = 0
  for (const name of importedTables) {
    const table = sql.identifier(name)
    const noted = sql`import_batch_changes c
      where c.batch_id = ${batchId} and c.table_name = ${name} and c.row_id = t.id
        and c.after <> '{}'`
    const gone = await tx.execute(sql`delete from ${table} t using ${noted} and c.before is null`)
    const { rows } = await tx.execute<{ column: string }>(sql`
      select attname as column from pg_attribute where attrelid = ${name}::regclass
        and attnum > 0 and not attisdropped and attname <> 'id'`)
    const columns = sql.join(
      rows.map(({ column }) => sql.identifier(column)),
      sql`, `,
    )
    const back = await tx.execute(sql`update ${table} t
      set (${columns}) = (select ${columns} from jsonb_populate_record(t, c.before))
      from ${noted} and c.before is not null`)
    removed += gone.rowCount ?? 0
    restored += back.rowCount ?? 0
  }
  return { removed, restored }
}
