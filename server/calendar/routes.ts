import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countCall } from '#server/http/count-call.ts'
import { publicOrigin } from '#server/http/public-origin.ts'
import { writeEventCalendar } from './write-event-calendar.ts'
import { writeSeriesCalendar } from './write-series-calendar.ts'

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
      const context = { time: time(), site, origin }
      const text = await writeEventCalendar(db, Number(request.params.id), context)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="interview-${request.params.id}.ics"`)
        .header('cache-control', 'no-cache')
        .send(text)
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/calendar.ics',
    schema: { hide: true },
    onRequest: countCall,
    async handler(request, reply) {
      const context = { time: time(), site, origin: publicOrigin(request) }
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await writeSeriesCalendar(db, context))
    },
  })
}
