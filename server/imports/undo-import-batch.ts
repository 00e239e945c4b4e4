import { eq } from 'drizzle-orm'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { undoImportBatch as contract } from '#shared/contract/import-batches.ts'
import type { Actor } from '#server/audit/record-act.ts'
import { takingLonger } from '#server/db/connection-limits.ts'
import { fitPortion } from '#server/db/fit-portion.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db } from '#server/db/open.ts'
import { importBatches } from '#server/db/tables/desk.ts'
import { findUndoBlockers, readReferences, type Reference } from './find-undo-blockers.ts'
import { presentBatch } from './list-import-batches.ts'
import { leavePeople, readNoted, readWritten, type Noted, type Portion } from './read-written.ts'
import { refuseUndo } from './refuse-undo.ts'
import { lockBatchToUndo, takeBackPortion } from './take-back-portion.ts'

const nothing: Portion = { event_registrations: [], video_access: [], users: [] }

const rowsAskedFor = 2000
/** A portion has some forty statements, whatever its size: very small ones would take for ever. */
const bounds = { wantedMs: 100, least: 300, most: 2000 }

/**
 * Takes everything back that a batch added or changed, in portions of whole people; what is left of it after
 * a failure, another call takes back, and the reply counts both. Throws 409 with `blockers` where something
 * was built on what is left, unless `leave` is the very number of these people, who then stay as they are;
 * 404 for an unknown batch. Specification, "Imports and export".
 */
export async function undoImportBatch(
  db: Db,
  batchId: string,
  { leave = 0, actor, now }: { leave?: number; actor: Actor; now: Date },
): Promise<ReplyOf<typeof contract>> {
  const references = await readReferences(db)
  for (let agreed = leave; ; agreed = 0) {
    const blockers = await findAllBlockers(db, batchId, references)
    await beginUndo(db, batchId, { blockers, leave: agreed, now })
    const batch = await takeBackAll(db, batchId, { references, actor, now })
    if (batch !== 'blocked') {
      const { removed, restored, left } = batch
      return { batch: presentBatch(batch), removed, restored, left }
    }
    // Somebody moved on meanwhile, of whom nobody has read: they are asked about as at the beginning.
  }
}

/** A question at a time: nobody waits for more than one, and who moves on meanwhile is noticed later. */
async function findAllBlockers(db: Db, batchId: string, references: Reference[]) {
  const found = new Map<string, string>()
  let after: Noted | undefined
  for (;;) {
    const noted = await readNoted(db, batchId, { size: rowsAskedFor, after })
    for (const [table, some] of Map.groupBy(noted, (row) => row.table)) {
      const ids = some.map(({ id }) => id)
      const rows = await longTransaction(db, (tx) => readWritten(tx, batchId, { table, ids }))
      const portion = { ...nothing, [table]: rows }
      await takingLonger(() => findUndoBlockers(db, batchId, { portion, references }, found))
    }
    if (noted.length < rowsAskedFor) return found
    after = noted.at(-1)
  }
}

type Beginning = { blockers: Map<string, string>; leave: number; now: Date }

/** From here on the batch is half undone, and those who stay are no longer its own. */
async function beginUndo(db: Db, batchId: string, { blockers, leave, now }: Beginning) {
  await longTransaction(db, async (tx) => {
    const batch = await lockBatchToUndo(tx, batchId)
    // A call that is repeated word for word goes on: those whom it names stay already.
    const isRepeated = batch.undoBeganAt !== null && blockers.size === 0 && leave === batch.left
    if (blockers.size !== leave && !isRepeated) {
      throw await refuseUndo(tx, batchId, blockers)
    }
    if (blockers.size > 0) await leavePeople(tx, batchId, [...blockers.keys()])
    await tx
      .update(importBatches)
      .set({ undoBeganAt: batch.undoBeganAt ?? now, left: batch.left + blockers.size })
      .where(eq(importBatches.id, batchId))
  })
}

async function takeBackAll(
  db: Db,
  batchId: string,
  undo: { references: Reference[]; actor: Actor; now: Date },
) {
  for (let size = bounds.least; ;) {
    const begun = performance.now()
    const taken = await takeBackPortion(db, batchId, size, undo)
    if (taken !== 'more') return taken
    size = fitPortion(size, performance.now() - begun, bounds)
  }
}
