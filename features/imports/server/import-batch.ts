import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { ImportBatch } from '#features/imports/contract.ts'
import { importSettlingMs } from '#features/mails/server/plan.ts'
import type { ImportKind } from '#kernel/values.ts'
import { writeAuditEntry, type Deed } from '#platform/audit/write-audit-entry.ts'
import type { Transaction, Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { importBatches } from '#schema/imports.ts'
import { administrators } from '#schema/sign-in.ts'

/**
 * Waits until no other import runs, and blocks others until the transaction ends. Otherwise two imports
 * that lock the same people in different order would deadlock.
 */
export async function lockImports(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('greenroom_import'))`)
}

/**
 * One call of an import, which may consist of several: the id of the import batch to which the call belongs, and the
 * administrator.
 */
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
 * Runs `work` as part of an import batch. Database triggers record the rows that `work` adds and changes,
 * and its counts are added to the batch. Throws 409 if the batch is undone, partly undone or of another
 * kind.
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
  // Database triggers record former values as text, and an undo compares and restores these texts. Times must therefore
  // always be written in the same time zone.
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
      // Store the time of the import's last part; the undo period and the position in the list of imports
      // depend on it.
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

/**
 * Maximum age in milliseconds of a completed import that is still recorded as domain event. Older imports, for example
 * from before a long downtime, are no longer news.
 */
const newsMs = 7 * 24 * 60 * 60_000

/**
 * Records the domain event "import completed" for each import whose last part arrived `importSettlingMs` ago and that
 * is not being undone. If another part arrives later, records it again; a unique key prevents duplicates by several
 * nodes.
 */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const settledAt = sql`${importBatches.startedAt} + make_interval(secs => ${importSettlingMs / 1000})`
  await db.transaction(async (tx) => {
    const settled = await tx
      .select()
      .from(importBatches)
      .where(
        and(
          isNull(importBatches.undoBeganAt),
          lte(importBatches.startedAt, new Date(now.getTime() - importSettlingMs)),
          gt(importBatches.startedAt, new Date(now.getTime() - newsMs)),
          sql`not exists (select from domain_events d where d.import_id = ${importBatches.id}
            and d.type = 'import.settled' and d.moment = ${settledAt})`,
        ),
      )
      .for('share', { skipLocked: true })
    const happened = settled.map(({ id, kind, startedAt, imported, updated }) => {
      const moment = new Date(startedAt.getTime() + importSettlingMs)
      const facts = { kind, imported, updated }
      const type = 'import.settled' as const
      return { type, importId: id, moment, occurredAt: moment, facts }
    })
    await recordEvents(tx, happened, 'clock')
  })
}

const mostListed = 200

export async function listImportBatches(db: Db): Promise<ImportBatch[]> {
  const rows = await db
    .select()
    .from(importBatches)
    .orderBy(desc(importBatches.startedAt), desc(importBatches.id))
    .limit(mostListed)
  return presentBatches(db, rows)
}

/** Returns import batches as the admin area shows them, with the current titles of their events. */
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
