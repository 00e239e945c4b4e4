import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#features/events/contract.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { publicOrigin } from '#platform/http/origin.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serveCached, serveCachedDocument } from '#platform/http/serve-cached.ts'
import { serve } from '#platform/http/serve.ts'
import { writeEventCalendar, writeSeriesCalendar } from './calendar.ts'
import { copyEvent } from './copy-event.ts'
import {
  deleteEvent,
  type CountUntold,
  removeSampleSeries,
  type RemoveSampleSite,
} from './delete-event.ts'
import { type AfterSave, changeEvent, createEvent } from './edit-event.ts'
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

/** `/calendar/event-12.ics`: an event to take into one's own calendar; `/calendar.ics`: the series' feed. */
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

/** What event routes need of the mails: who still has to be told, and what a save causes. */
type Given = {
  countUntold: CountUntold
  afterSave: AfterSave
  removeSampleSite: RemoveSampleSite
}

export function eventRoutes(app: FastifyInstance, given: Given) {
  const { settings, db, time, pictures } = app.deps

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
        ? listEventsForAdmin(db, time())
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
  eventEditorRoutes(app, given)
}

function eventEditorRoutes(
  app: FastifyInstance,
  { countUntold, afterSave, removeSampleSite }: Given,
) {
  const { db, time, pictures } = app.deps

  async function context(call: Call) {
    return { ...time(), actor: await readActor(call), keep: pictures.keepFrom, afterSave }
  }

  serve(app, contract.createEvent, async ({ body }, call) =>
    createEvent(db, body, await context(call)),
  )
  serve(app, contract.changeEvent, async ({ params, body }, call) =>
    changeEvent(db, params.id, body, await context(call)),
  )
  serve(app, contract.copyEvent, async ({ params }, call) =>
    copyEvent(db, params.id, await context(call)),
  )
  serve(app, contract.deleteEvent, async ({ params, query }, call) =>
    deleteEvent(db, params.id, {
      confirmed: query.registrations,
      countUntold,
      ...(await context(call)),
    }),
  )
  serve(app, contract.removeSampleSeries, async ({ query }, call) => {
    const deed = { removeSampleSite, ...(await context(call)) }
    return removeSampleSeries(db, { confirmed: query.registrations, ...deed })
  })
}
