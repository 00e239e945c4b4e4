import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as batches from '#shared/contract/import-batches.ts'
import * as contract from '#shared/contract/imports.ts'
import type { Call } from '#server/http/call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { importAttendees } from './import-attendees.ts'
import { importVideoAccess } from './import-video-access.ts'
import { listImportBatches } from './list-import-batches.ts'
import { previewAttendees } from './preview-attendees.ts'
import { previewVideoAccess } from './preview-video-access.ts'
import { undoImportBatch } from './undo-import-batch.ts'

export function importRoutes(app: FastifyInstance) {
  const { db, site, time } = app.deps
  const { videoTitle } = site.series

  /** A call that names no batch is one by itself. */
  async function partOf(batchId: string | undefined, call: Call) {
    return { id: batchId ?? randomUUID(), actor: await readActor(call), now: time().now }
  }

  serve(app, contract.importAttendees, async ({ body }, call) => {
    const { attendees, batchId, firstRow, includeErased } = body
    const batch = await partOf(batchId, call)
    return importAttendees(db, attendees, {
      ...time(),
      videoTitle,
      batch,
      firstRow,
      includeErased,
    })
  })
  serve(app, contract.importVideoAccess, async ({ body }, call) => {
    const { emails, batchId, firstRow, includeErased } = body
    return importVideoAccess(db, emails, {
      videoTitle,
      batch: await partOf(batchId, call),
      firstRow,
      includeErased,
    })
  })
  serve(app, batches.previewAttendees, ({ body }) => previewAttendees(db, body.attendees, time()))
  serve(app, batches.previewVideoAccess, ({ body }) => previewVideoAccess(db, body.emails))
  serve(app, batches.listImportBatches, () => listImportBatches(db))
  serve(app, batches.undoImportBatch, async ({ params, query }, call) =>
    undoImportBatch(db, params.id, {
      leave: query.leave,
      actor: await readActor(call),
      now: time().now,
    }),
  )
}
