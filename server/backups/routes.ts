import type { FastifyInstance } from 'fastify'
import { getBackups as contract } from '#shared/contract/backups.ts'
import { serve } from '#server/http/serve.ts'
import { getBackups } from './get-backups.ts'

export function backupRoutes(app: FastifyInstance) {
  const { db, config, clock } = app.deps

  serve(app, contract, () =>
    getBackups(db, { isConfigured: config.backup !== undefined, now: clock.now() }),
  )
}
