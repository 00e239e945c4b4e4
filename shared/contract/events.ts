import { z } from 'zod'
import { eventStatuses } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { instant, rowId } from './fields.ts'

/**
 * An event as everybody sees it: no `videoUrl`, instead `hasRecording`; picture addresses that would
 * reveal the recording's id are null, others may carry a version (`?v=`); `status` is the effective
 * one. decisions.md, "Events".
 */
export const publicEvent = z.object({
  id: rowId,
  title: z.string(),
  /** Calendar date, yyyy-MM-dd. */
  eventDate: z.iso.date().nullable(),
  /** ISO 8601 instant, or free text. */
  eventTime: z.string().nullable(),
  eventEndTime: z.string().nullable(),
  speakerName: z.string(),
  speakerTitle: z.string(),
  description: z.string(),
  featureImage: z.string().nullable(),
  bannerImage: z.string().nullable(),
  status: z.enum(eventStatuses),
  dateConfirmed: z.boolean(),
  priority: z.int(),
  recordingReady: z.boolean(),
  hasRecording: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type PublicEvent = z.output<typeof publicEvent>

/** The administrator's row: everything that is stored, with the effective status beside it. */
export const adminEvent = publicEvent.extend({
  featureImage: z.string(),
  bannerImage: z.string(),
  videoUrl: z.string().nullable(),
  storedStatus: z.enum(eventStatuses),
  cancelledAt: instant.nullable(),
  isSample: z.boolean(),
  /** The webinar of the event's mapping. */
  webinarId: z.string().nullable(),
})
export type AdminEvent = z.output<typeof adminEvent>

export const getCurrentEvent = endpoint({
  method: 'GET',
  path: '/api/events/current',
  access: 'public',
  summary: 'The event to register for now, or null.',
  reply: publicEvent.nullable(),
})

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/events/upcoming',
  access: 'public',
  summary: 'Events open for registration, by priority, then start, then id.',
  reply: z.array(publicEvent),
})

export const listCompletedEvents = endpoint({
  method: 'GET',
  path: '/api/events/completed',
  access: 'public',
  summary: 'Events that have ended, newest first.',
  reply: z.array(publicEvent),
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'public',
  summary: 'All events; an administrator receives the full rows, cancelled events included.',
  reply: z.array(z.union([adminEvent, publicEvent])),
})
