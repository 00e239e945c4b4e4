import type { FastifyInstance } from 'fastify'
import { getReports as reportsContract, getToday } from '#shared/contract/desk-figures.ts'
import * as contract from '#shared/contract/desk.ts'
import { getDropOff as dropOffContract } from '#shared/contract/drop-off.ts'
import { getSettings as settingsContract } from '#shared/contract/settings.ts'
import { allowances } from '#server/http/rate-limits.ts'
import { serveList } from '#server/http/serve-list.ts'
import { serve } from '#server/http/serve.ts'
import { createTurns } from './create-turns.ts'
import { getAccessStats } from './get-access-stats.ts'
import { getDashboardCounts } from './get-desk-counts.ts'
import { getReports } from './get-desk-figures.ts'
import { getDropOff } from './get-drop-off.ts'
import { getSettings } from './get-settings.ts'
import { listEventRegistrations } from './list-event-registrations.ts'
import { listRegistrantAccessStats } from './list-registrant-access-stats.ts'
import { listRegistrations } from './list-registrations.ts'
import { listTodaysCounts } from './list-seats-of-today.ts'
import { listVideoAccess } from './list-video-access.ts'

/** All connections of the embedded database share one session; a server has ten for everybody, and processors. */
const readsAtOnce = { embedded: 1, postgres: 2 }

export function adminAreaRoutes(app: FastifyInstance) {
  const { config, db, kind, time, site } = app.deps
  const turns = createTurns(readsAtOnce[kind])

  serveList(app, contract.listRegistrations, () => listRegistrations(db, turns))
  serveList(app, contract.listEventRegistrations, () => listEventRegistrations(db, turns))
  serveList(app, contract.listVideoAccess, () => listVideoAccess(db, turns))
  serveList(app, contract.listRegistrantAccessStats, () => listRegistrantAccessStats(db, turns))
  serve(app, contract.getDashboardCounts, () => getDashboardCounts(db, turns))
  serve(app, contract.getAccessStats, () => getAccessStats(db, turns))
  serve(app, dropOffContract, ({ params }) => getDropOff(db, params.id))
  serve(app, reportsContract, () => getReports(db, turns, time()))
  serve(app, getToday, () => listTodaysCounts(db, turns, time()))

  serve(app, settingsContract, () =>
    getSettings(config, { seriesName: site.series.name, limits: allowances }),
  )
}
