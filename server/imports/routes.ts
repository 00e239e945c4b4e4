import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/imports.ts'
import { serve } from '#server/http/serve.ts'
import { importAttendees } from './import-attendees.ts'
import { importVideoAccess } from './import-video-access.ts'

export function importRoutes(app: FastifyInstance) {
  const { db, site } = app.deps
  const { videoTitle } = site.series

  serve(app, contract.importAttendees, ({ body }) =>
    importAttendees(db, body.attendees, { ...app.deps.moment(), videoTitle }),
  )
  serve(app, contract.importVideoAccess, ({ body }) =>
    importVideoAccess(db, body.emails, videoTitle),
  )
}
