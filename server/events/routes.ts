import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/events.ts'
import { serveCached } from '#server/http/serve-cached.ts'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listEventsForAdmin,
  listUpcomingEvents,
} from './list-events.ts'

export function eventRoutes(app: FastifyInstance) {
  const { db, moment } = app.deps

  serveCached(app, contract.getCurrentEvent, () => getCurrentEvent(db, moment()))
  serveCached(app, contract.listUpcomingEvents, () => listUpcomingEvents(db, moment()))
  serveCached(app, contract.listCompletedEvents, () => listCompletedEvents(db, moment()))
  serveCached(
    app,
    contract.listEvents,
    async (_input, call) =>
      (await call.session())?.isAdmin ? listEventsForAdmin(db, moment()) : listEvents(db, moment()),
    { unlessSession: true },
  )
}
