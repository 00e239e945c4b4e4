import { z } from 'zod'
import { registrationTypes } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { instant, rowId } from './fields.ts'
import { ofPerson } from './people.ts'

const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string(),
  ...ofPerson,
})

export const registrationRow = person.extend({
  id: rowId,
  jobTitle: z.string(),
  linkedin: z.string(),
  interests: z.array(z.string()),
  questions: z.string(),
  receiveUpdates: z.boolean(),
  createdAt: instant,
})
export type RegistrationRow = z.output<typeof registrationRow>

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/api/registrations',
  access: 'admin',
  summary: 'Every person, newest first.',
  reply: z.array(registrationRow),
})

export const eventRegistrationRow = person.extend({
  id: rowId,
  eventId: rowId,
  jobTitle: z.string(),
  registrationType: z.enum(registrationTypes),
  createdAt: instant,
})
export type EventRegistrationRow = z.output<typeof eventRegistrationRow>

export const listEventRegistrations = endpoint({
  method: 'GET',
  path: '/api/event-registrations',
  access: 'admin',
  summary: 'Every registration for an event, newest first.',
  reply: z.array(eventRegistrationRow),
})

export const videoAccessRow = person.extend({
  id: rowId,
  jobTitle: z.string(),
  eventId: rowId.nullable(),
  createdAt: instant,
})
export type VideoAccessRow = z.output<typeof videoAccessRow>

export const listVideoAccess = endpoint({
  method: 'GET',
  path: '/api/video-access',
  access: 'admin',
  summary: 'Every video access record, newest first.',
  reply: z.array(videoAccessRow),
})

export const getAccessStats = endpoint({
  method: 'GET',
  path: '/api/admin/access-stats',
  access: 'admin',
  summary: 'Visits, different visitors and watches.',
  reply: z.object({ totalVisits: z.int(), uniqueUsers: z.int(), videoWatches: z.int() }),
})

export const getDashboardCounts = endpoint({
  method: 'GET',
  path: '/api/admin/counts',
  access: 'admin',
  summary: 'How long the lists are and how the library is used, before the lists have arrived.',
  reply: z.object({
    registrations: z.int(),
    eventRegistrations: z.int(),
    videoAccess: z.int(),
    events: z.int(),
    /** Different e-mails in `users` or in `video_access`: the rows of the member access breakdown. */
    people: z.int(),
    /** Those of them who have used the library. */
    peopleWithAccess: z.int(),
    totalVisits: z.int(),
    uniqueUsers: z.int(),
    videoWatches: z.int(),
  }),
})
export type DashboardCounts = z.output<typeof getDashboardCounts.reply>

export const registrantAccessRow = person.extend({
  hasAccessed: z.boolean(),
  lastAccess: instant.nullable(),
  videoWatches: z.int(),
  totalVisits: z.int(),
})
export type RegistrantAccessRow = z.output<typeof registrantAccessRow>

export const listRegistrantAccessStats = endpoint({
  method: 'GET',
  path: '/api/admin/registrant-access-stats',
  access: 'admin',
  summary: 'One row for every known e-mail, with its use of the library, newest people first.',
  reply: z.array(registrantAccessRow),
})
