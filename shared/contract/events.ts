import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { adminEvent, publicEvent } from './event-rows.ts'

export type PublicEvent = z.output<typeof publicEvent>
export type AdminEvent = z.output<typeof adminEvent>

/** What an event's own page shows, which is there whatever the status. */
export const eventPage = publicEvent.extend({ isCancelled: z.boolean() })
export type EventPage = z.output<typeof eventPage>

export const getEventPage = endpoint({
  method: 'GET',
  path: '/api/event-pages/:slug',
  access: 'public',
  summary: 'An event by its slug, or one that it had before; cancelled ones included.',
  params: z.object({ slug: z.string() }),
  refusals: ['no_such_event'],
  reply: eventPage,
})

export const getCurrentEvent = endpoint({
  method: 'GET',
  path: '/api/events/current',
  access: 'public',
  isKept: true,
  summary: 'The event to register for now, or null.',
  reply: publicEvent.nullable(),
})

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/events/upcoming',
  access: 'public',
  isKept: true,
  summary: 'Events open for registration, by priority, then start, then id.',
  reply: z.array(publicEvent),
})

export const listCompletedEvents = endpoint({
  method: 'GET',
  path: '/api/events/completed',
  access: 'public',
  isKept: true,
  summary: 'Events that have ended, newest first.',
  reply: z.array(publicEvent),
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'public',
  isKept: true,
  summary: 'All events; an administrator receives the full rows, cancelled events included.',
  reply: z.array(z.union([adminEvent, publicEvent])),
})
