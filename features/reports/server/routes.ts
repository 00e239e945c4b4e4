import type { FastifyInstance } from 'fastify'
import * as contract from '#features/reports/contract.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { serveList } from '#platform/http/serve-list.ts'
import { serve } from '#platform/http/serve.ts'
import {
  eventRegistrationsTable,
  memberAccessTable,
  readTablePage,
  registrationsTable,
  videoAccessTable,
} from './dashboard-tables.ts'
import { listTodaysCounts } from './todays-counts.ts'
import { countUses, getDashboardCounts } from './dashboard-counts.ts'
import { getDropOff } from './drop-off.ts'
import { listTodaysRegistrants } from './todays-registrants.ts'
import {
  listEventRegistrations,
  listRegistrantAccessStats,
  listRegistrations,
  listVideoAccess,
} from './people-lists.ts'
import { getReports } from './reports.ts'

/**
 * Maximum number of long-running reads at the same time. The embedded database has one session for all requests; a
 * PostgreSQL server has a pool of ten connections.
 */
const readsAtOnce = { embedded: 1, postgres: 2 }

/** Adds the API routes of the dashboard and the statistics page. */
export function reportRoutes(app: FastifyInstance) {
  const { db, kind, time } = app.deps
  const turns = createTurns(readsAtOnce[kind])

  serveList(app, contract.listRegistrations, () => listRegistrations(db, turns))
  serveList(app, contract.listEventRegistrations, () => listEventRegistrations(db, turns))
  serveList(app, contract.listVideoAccess, () => listVideoAccess(db, turns))
  serveList(app, contract.listRegistrantAccessStats, () => listRegistrantAccessStats(db, turns))
  serve(app, contract.pageRegistrations, ({ query }) =>
    turns(() => readTablePage(db, registrationsTable, query)),
  )
  serve(app, contract.pageEventRegistrations, ({ query }) =>
    turns(() => readTablePage(db, eventRegistrationsTable, query)),
  )
  serve(app, contract.pageVideoAccess, ({ query }) =>
    turns(() => readTablePage(db, videoAccessTable, query)),
  )
  serve(app, contract.pageMemberAccess, ({ query }) =>
    turns(() => readTablePage(db, memberAccessTable, query)),
  )
  serve(app, contract.getDashboardCounts, () => getDashboardCounts(db, turns))
  serve(app, contract.getAccessStats, () => countUses(db, turns))
  serve(app, contract.getDropOff, ({ params }) => getDropOff(db, params.id))
  serve(app, contract.getReports, () => getReports(db, turns, time()))
  serve(app, contract.listTodaysRegistrants, ({ params, query }) =>
    listTodaysRegistrants(db, params.id, query, time()),
  )
  serve(app, contract.getToday, () => listTodaysCounts(db, turns, time()))
}
