import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#features/imports/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { importAttendees } from './import-attendees.ts'
import { listImportBatches } from './import-batch.ts'
import { importVideoAccess, previewVideoAccess } from './import-video-access.ts'
import { previewAttendees } from './preview-attendees.ts'
import { sendConfirmations } from './send-confirmations.ts'
import { undoImportBatch } from './undo-import.ts'

export function importRoutes(app: FastifyInstance) {
  const { db, jobs, site, time } = app.deps

  /**
   * Returns id and administrator of the import to which the request belongs. A request without `batchId` starts a new
   * import.
   */
  async function partOf(
    { batchId, fileName }: { batchId: string | undefined; fileName: string },
    call: Call,
  ) {
    return { id: batchId ?? randomUUID(), fileName, actor: await readActor(call), now: time().now }
  }

  serve(app, contract.importAttendees, async ({ body }, call) => {
    const { attendees, firstRow, includeErased, keepKnown, withRows } = body
    const batch = await partOf(body, call)
    return importAttendees(db, attendees, {
      ...time(),
      videoTitle: site().series.videoTitle,
      batch,
      firstRow,
      includeErased,
      keepKnown,
      withRows,
    })
  })
  serve(app, contract.importVideoAccess, async ({ body }, call) => {
    const { emails, firstRow, includeErased } = body
    return importVideoAccess(db, emails, {
      videoTitle: site().series.videoTitle,
      batch: await partOf(body, call),
      firstRow,
      includeErased,
    })
  })
  serve(app, contract.previewAttendees, ({ body }) =>
    previewAttendees(db, body.attendees, { ...time(), keepKnown: body.keepKnown }),
  )
  serve(app, contract.previewVideoAccess, ({ body }) => previewVideoAccess(db, body.emails))
  serve(app, contract.listImportBatches, () => listImportBatches(db))
  serve(app, contract.undoImportBatch, async ({ params, query }, call) =>
    undoImportBatch(db, params.id, {
      leave: query.leave,
      actor: await readActor(call),
      now: time().now,
    }),
  )
  serve(app, contract.sendConfirmations, async ({ body }, call) => {
    const { batchId, dryRun } = body
    const actor = await readActor(call)
    return sendConfirmations(db, jobs, batchId, { ...time(), actor, dryRun: dryRun ?? false })
  })
}
