import type { FastifyInstance } from 'fastify'
import * as contract from '#features/library/contract.ts'
import { searchLibrary as searchEntry } from '#features/library/contract.ts'
import { serve, requireAccess } from '#platform/http/serve.ts'
import { searchLibrary } from './search-library.ts'
import { trackAccess } from './usage.ts'
import { listMemberVideos } from './videos.ts'
import { listWatchProgress, saveWatchProgress } from './watch-progress.ts'

export function libraryRoutes(app: FastifyInstance) {
  const { db, time } = app.deps

  serve(app, contract.listMemberVideos, async (_input, call) => {
    const session = await call.session()
    return listMemberVideos(db, time(), { email: session?.email ?? null, isMember: true })
  })

  serve(app, contract.listWatchProgress, async (_input, call) => {
    return listWatchProgress(db, (await call.session())!)
  })

  serve(app, contract.saveWatchProgress, async ({ body }, call) => {
    const session = await call.session()
    return saveWatchProgress(db, body, { ...session!, email: session!.email! }, time())
  })

  serve(app, searchEntry, ({ query }) => searchLibrary(db, query, time()))
}

export function trackingRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps

  serve(app, contract.trackAccess, async ({ body }, call) => {
    const session = await call.session()
    requireAccess('session', session)
    const visitor = {
      sessionId: session!.id,
      email: session!.email!,
      address: call.address,
      userAgent: call.userAgent,
    }
    return trackAccess(db, body, visitor, clock.now())
  })
}
