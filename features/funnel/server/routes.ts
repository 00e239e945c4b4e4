import type { FastifyInstance } from 'fastify'
import * as contract from '#features/funnel/contract.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { serve } from '#platform/http/serve.ts'
import { listFunnelPeople } from './funnel-people.ts'
import { getFunnel } from './funnel.ts'

/** Maximum number of simultaneous reads of the funnel. */
const readsAtOnce = 1

export function funnelRoutes(app: FastifyInstance) {
  const { db, time } = app.deps
  const turns = createTurns(readsAtOnce)
  serve(app, contract.getFunnel, ({ query }) => getFunnel(db, turns, query, time()))
  serveList(app, contract.listFunnelPeople, ({ query }) =>
    listFunnelPeople(db, turns, query, time()),
  )
}
