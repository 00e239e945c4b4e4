import { sql, eq, desc, inArray } from 'drizzle-orm'
import type { ImportBatch } from '#features/imports/contract.ts'
import type { ImportKind } from '#kernel/values.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Transaction, Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { importBatches } from '#schema/imports.ts'
import { administrators } from '#schema/sign-in.ts'

/**
 * Imports run one after the other: two that name the same people in another order would otherwise
 * wait for each other for ever. Held until the transaction ends.
 */
export async function lockImports(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_import'))`)
}

/** The list that a call is a part of, and who imports it. */
type ImportPart = Deed & { id: string; fileName?: string }

export type ImportContext = {
  videoTitle: string
  batch: ImportPart
  firstRow?: number
  includeErased?: boolean
}

type Counts = Partial<
  Pick<
    typeof importBatches.$inferSelect,
    'imported' | 'updated' | 'videoOnly' | 'eventRegistrations' | 'duplicates' | 'failed'
  >
> & { eventIds?: number[] }

/**
 * Does `work` as a part of a batch: what it adds and changes is noted by triggers, and its counts are
 * added to the batch's. Throws 409 where the batch is undone, or half undone, or of another kind.
 */
export async function recordImportBatch(
  tx: Transaction,
  { id, kind, fileName, rows, actor, now }: ImportPart & { kind: ImportKind; rows: number },
  work: () => Promise<Counts>,
): Promise<void> {
  const [username] = await tx
    .select({ name: administrators.username })
    .from(administrators)
    .where(eq(administrators.id, actor?.administratorId ?? 0))
  const isFirst = await tx
    .insert(importBatches)
    .values({
      id,
      kind,
      username: username?.name ?? null,
      fileName: fileName || null,
      startedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: importBatches.id })
  const [batch] = await tx
    .select()
    .from(importBatches)
    .where(eq(importBatches.id, id))
    .for('update')
  if (batch?.undoBeganAt) throw new Refusal('import_undone')
  if (batch?.kind !== kind) throw new Refusal('import_id_taken')
  if (isFirst.length > 0) {
    await writeAuditEntry(tx, actor, {
      action: 'import',
      subject: kind,
      details: { batchId: id },
      now,
    })
  }
  // The noted values are compared and restored as text: times must always be written the same way.
  await tx.execute(
    sql`select set_config('greenroom.batch', ${id}, true), set_config('timezone', 'UTC', true)`,
  )
  const counts = await work()
  await tx.execute(sql`select set_config('greenroom.batch', '', true)`)
  const sum = (name: Exclude<keyof Counts, 'eventIds'>) =>
    sql`${importBatches[name]} + ${counts[name] ?? 0}`
  await tx
    .update(importBatches)
    .set({
      // The time to undo it counts from the last part, and so does its place in the list.
      startedAt: sql`greatest(${importBatches.startedAt}, ${now.toISOString()}::timestamptz)`,
      rows: sql`${importBatches.rows} + ${rows}`,
      imported: sum('imported'),
      updated: sum('updated'),
      videoOnly: sum('videoOnly'),
      eventRegistrations: sum('eventRegistrations'),
      duplicates: sum('duplicates'),
      failed: sum('failed'),
      eventIds: sql`array(select unnest(${importBatches.eventIds}) union
        select unnest(${sql.param(counts.eventIds ?? [])}::integer[]) order by 1)`,
    })
    .where(eq(importBatches.id, id))
}

const mostListed = 200

/** The latest imports, newest first. */
export async function listImportBatches(db: Db): Promise<ImportBatch[]> {
  const rows = await db
    .select()
    .from(importBatches)
    .orderBy(desc(importBatches.startedAt), desc(importBatches.id))
    .limit(mostListed)
  return presentBatches(db, rows)
}

/** Batches as administrators see them, with the titles of their events as they are today. */
export async function presentBatches(
  db: Pick<Db, 'select'>,
  rows: (typeof importBatches.$inferSelect)[],
): Promise<ImportBatch[]> {
  const ids = [...new Set(rows.flatMap(({ eventIds }) => eventIds))]
  const named = await db
    .select({ id: events.id, title: events.title })
    .from(events)
    .where(inArray(events.id, ids))
  const byId = new Map(named.map((event) => [event.id, event]))
  return rows.map(({ eventIds, ...row }) => ({
    ...row,
    events: eventIds.flatMap((id) => byId.get(id) ?? []),
    startedAt: row.startedAt.toISOString(),
    undoBeganAt: row.undoBeganAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  }))
}
