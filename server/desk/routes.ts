import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/desk.ts'
import { getDeskFigures as figuresContract } from '#shared/contract/desk-figures.ts'
import { serve } from '#server/http/serve.ts'
import { getAccessStats } from './get-access-stats.ts'
import { getDeskFigures } from './get-desk-figures.ts'
import { listEventRegistrations } from './list-event-registrations.ts'
import { listRegistrantAccessStats } from './list-registrant-access-stats.ts'
import { listRegistrations } from './list-registrations.ts'
import { listVideoAccess } from './list-video-access.ts'

export function deskRoutes(app: FastifyInstance) {
  const { db, moment } = app.deps

  serve(app, contract.listRegistrations, () => listRegistrations(db))
  serve(app, contract.listEventRegistrations, () => listEventRegistrations(db))
  serve(app, contract.listVideoAccess, () => listVideoAccess(db))
  serve(app, contract.getAccessStats, () => getAccessStats(db))
  serve(app, contract.listRegistrantAccessStats, () => listRegistrantAccessStats(db))
  serve(app, figuresContract, () => getDeskFigures(db, moment()))
}
