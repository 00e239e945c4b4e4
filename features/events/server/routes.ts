import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#features/events/contract.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { publicOrigin } from '#platform/http/origin.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serveCached, serveCachedDocument } from '#platform/http/serve-cached.ts'
import { serve } from '#platform/http/serve.ts'
import { writeEventCalendar, writeSeriesCalendar } from './calendar.ts'
import { addNextSteps, getEventChecklist } from './checklist.ts'
import { checkEvents } from './preflight.ts'
import { presentPictures } from './present-event.ts'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listEventsForAdmin,
  listUpcomingEvents,
  readEventPage,
} from './read-events.ts'

type EventFile = FastifyRequest<{ Params: { id: string } }>

/** Serves the calendar files `/calendar/event-12.ics` (one event) and `/calendar.ics` (feed of the series). */
export function calendarRoutes(app: FastifyInstance) {
  const { db, site, time } = app.deps

  app.route({
    method: ['GET', 'HEAD'],
    url: '/calendar/event-:id(^\\d{1,9}).ics',
    schema: { hide: true },
    onRequest: countCall,
    async handler(request: EventFile, reply) {
      const origin = publicOrigin(request)
      const context = { time: time(), site: site(), origin }
      const text = await writeEventCalendar(db, Number(request.params.id), context)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="interview-${request.params.id}.ics"`)
        .header('cache-control', 'no-cache')
        .send(text)
    },
  })

  serveCachedDocument(app, {
    path: '/calendar.ics',
    type: 'text/calendar; charset=utf-8',
    keeping: 'public, no-cache',
    write: (origin) => writeSeriesCalendar(db, { time: time(), site: site(), origin }),
  })
}

/**
 * Adds the API routes that read events. The routes that save, delete or copy events are in features/event-mails and
 * features/crew, because these actions send mails.
 */
export function eventRoutes(app: FastifyInstance) {
  const { settings, db, time, pictures } = app.deps

  function checklistContext() {
    return { ...time(), isZoomConnected: settings().zoom !== undefined }
  }

  async function shown(events: Promise<PublicEvent[]>) {
    return (await events).map((event) => presentPictures(event, pictures.versioned))
  }

  serveCached(app, contract.getCurrentEvent, async () => {
    const current = await getCurrentEvent(db, time())
    return current && presentPictures(current, pictures.versioned)
  })
  serveCached(app, contract.listUpcomingEvents, () => shown(listUpcomingEvents(db, time())))
  serveCached(app, contract.listCompletedEvents, () => shown(listCompletedEvents(db, time())))
  serveCached(
    app,
    contract.listEvents,
    async (_input, call) =>
      (await call.session())?.isAdmin
        ? addNextSteps(db, await listEventsForAdmin(db, time()), checklistContext())
        : shown(listEvents(db, time())),
    { unless: ({ isAdmin }) => isAdmin },
  )
  serve(app, contract.getEventPage, async ({ params: { slug } }) =>
    presentPictures(await readEventPage(db, slug, time()), pictures.versioned),
  )
  serve(app, contract.checkEvents, () =>
    checkEvents(db, time(), {
      isThere: pictures.isThere,
      isZoomSetUp: settings().zoom !== undefined,
    }),
  )
  serve(app, contract.getEventChecklist, ({ params }) =>
    getEventChecklist(db, params.id, checklistContext()),
  )
}
