import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/library.ts'
import { serve } from '#server/http/serve.ts'
import { listMemberVideos } from './list-member-videos.ts'

export function libraryRoutes(app: FastifyInstance) {
  const { db, moment } = app.deps

  serve(app, contract.listMemberVideos, () => listMemberVideos(db, moment()))
}
