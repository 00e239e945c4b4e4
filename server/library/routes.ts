import type { FastifyInstance } from 'fastify'
import { searchLibrary as searchEntry } from '#shared/contract/library-search.ts'
import * as contract from '#shared/contract/library.ts'
import { serve } from '#server/http/serve.ts'
import { listMemberVideos } from './list-member-videos.ts'
import { listWatchProgress } from './list-watch-progress.ts'
import { saveWatchProgress } from './save-watch-progress.ts'
import { searchLibrary } from './search-library.ts'

export function libraryRoutes(app: FastifyInstance) {
  const { db, time } = app.deps

  serve(app, contract.listMemberVideos, () => listMemberVideos(db, time()))

  serve(app, contract.listWatchProgress, async (_input, call) => {
    return listWatchProgress(db, (await call.session())!)
  })

  serve(app, contract.saveWatchProgress, async ({ body }, call) => {
    const session = await call.session()
    return saveWatchProgress(db, body, { ...session!, email: session!.email! }, time())
  })

  serve(app, searchEntry, ({ query }) => searchLibrary(db, query, time()))
}
