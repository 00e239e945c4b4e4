import { z } from 'zod'
import { chapter, cue } from '#features/transcripts/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, limits, optionalText, rowId, ofPerson, rowIdInPath } from '#kernel/fields.ts'
import { registrationTypes, attendanceWays, reportStates } from '#kernel/values.ts'

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

export const listRegistrations = endpoint('GET /api/registrations', {
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

export const listEventRegistrations = endpoint('GET /api/event-registrations', {
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

export const listVideoAccess = endpoint('GET /api/video-access', {
  access: 'admin',
  summary: 'Every video access record, newest first.',
  reply: z.array(videoAccessRow),
})

export const getAccessStats = endpoint('GET /api/admin/access-stats', {
  access: 'admin',
  summary: 'Visits, different visitors and watches.',
  reply: z.object({ totalVisits: z.int(), uniqueUsers: z.int(), videoWatches: z.int() }),
})

export const getDashboardCounts = endpoint('GET /api/admin/counts', {
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

export const listRegistrantAccessStats = endpoint('GET /api/admin/registrant-access-stats', {
  access: 'admin',
  summary: 'One row for every known e-mail, with its use of the library, newest people first.',
  reply: z.array(registrantAccessRow),
})

const day = z.iso.date()

/** Whom Zoom has seen come and not go, or who has taken their join link, which tells of no going. */
const insideWays = ['webinar', 'links'] as const

/** An event of the present day in the display zone; null where nothing records it yet. */
const todaysCounts = z.object({
  eventId: rowId,
  confirmed: z.int(),
  preRegistered: z.int(),
  toldByMail: z.int().nullable(),
  /** Who has a way of their own into its webinar, there or not. */
  inWebinar: z.int().nullable(),
  /** Who is there now, as the webinar's provider says; else who went in by their join link. */
  inside: z.int(),
  insideKnownBy: z.enum(insideWays),
  /** Questions that nobody has picked, answered or hidden. */
  openQuestions: z.int(),
  failed: z.int().nullable(),
})
export type TodaysCounts = z.output<typeof todaysCounts>

/** What the admin area's pictures and its last hour show. Days are calendar days in the display zone. */
export const reports = z.object({
  /** Different people: e-mails in `users` or in `video_access`. */
  people: z.int(),
  registrations: z.array(
    z.object({
      eventId: rowId,
      /** Only days with registrations, oldest first. */
      days: z.array(z.object({ day, confirmed: z.int(), preRegistered: z.int() })),
    }),
  ),
  /** How many of these are of people who are known, as every list has them, and of people erased since. */
  registered: z.array(z.object({ eventId: rowId, people: z.int(), erased: z.int() })),
  /** Only days with use, oldest first; `people` counts different e-mails. */
  usage: z.array(z.object({ day, visits: z.int(), watches: z.int(), people: z.int() })),
  /** Every event that somebody watched. Shares from 0 to 1. */
  watched: z.array(
    z.object({
      eventId: rowId,
      watchers: z.int(),
      averageShare: z.number(),
      /** Watchers by whom it counts as watched (`features/library/rules.ts`). */
      finished: z.int(),
    }),
  ),
  /** Every evening that has begun and of which something is known, newest first. */
  attendance: z.array(
    z.object({
      eventId: rowId,
      /** Confirmed registrations. */
      registered: z.int(),
      came: z.int(),
      /** How long those who came stayed on average; null where nothing tells it, as of rooms. */
      minutes: z.number().nullable(),
      knownBy: z.enum(attendanceWays),
      /** Stays of people without a registration, the host's and the guest's among them. */
      unregistered: z.int().nullable(),
      /** What became of Zoom's report; null where none is asked for. */
      report: z
        .object({ state: z.enum(reportStates), lastError: z.string().nullable() })
        .nullable(),
    }),
  ),
  today: z.array(todaysCounts),
})
export type Reports = z.output<typeof reports>

export const getReports = endpoint('GET /api/admin/figures', {
  access: 'admin',
  summary: "Numbers for the admin area's pictures and for the events of the day.",
  reply: reports,
})

export const getToday = endpoint('GET /api/admin/today', {
  access: 'admin',
  summary:
    "The seats of the day's events, without the other figures: what the dashboard opens with.",
  reply: z.array(todaysCounts),
})

/** One of the confirmed registrants of an event, for its evening. */
const todaysRegistrant = z.object({
  registrationId: rowId,
  name: z.string(),
  email: z.string(),
  ...ofPerson,
  /** Since when they are inside, as `insideKnownBy` of the event tells; null where they are not. */
  insideSince: instant.nullable(),
})
export type TodaysRegistrant = z.output<typeof todaysRegistrant>

export const listTodaysRegistrants = endpoint('GET /api/admin/events/:id/registrants', {
  access: 'admin',
  summary: 'Confirmed registrants of an event by their names, or those who are inside; 50 at most.',
  params: z.object({ id: rowIdInPath }),
  query: z.object({
    /** Parts of the name or the e-mail; each word must stand in them. */
    search: optionalText('Search', limits.email),
    inside: z.enum(['yes'], 'inside must be yes').optional(),
  }),
  refusals: ['no_such_event'],
  reply: z.object({ registrants: z.array(todaysRegistrant), total: z.int() }),
})

const seconds = z.number().min(0)

/** Where those who watched an interview left it. Times in seconds of the recording. */
export const dropOff = z.object({
  eventId: rowId,
  /** Different e-mails that watched any of it. */
  viewers: z.int(),
  duration: seconds,
  /** From each of these seconds on, until the next, so many have seen it. */
  curve: z.array(z.object({ from: seconds, viewers: z.int() })),
  /** Parts that more have seen than what comes before them: sought out, or gone back to. */
  peaks: z.array(z.object({ from: seconds, to: seconds, viewers: z.int() })),
  /** Where most left within half a minute, and what is being said there; null where nobody did. */
  steepest: z
    .object({ from: seconds, to: seconds, before: z.int(), after: z.int(), said: z.array(cue) })
    .nullable(),
  chapters: z.array(chapter),
})
export type DropOff = z.output<typeof dropOff>

export const getDropOff = endpoint('GET /api/admin/events/:id/drop-off', {
  access: 'admin',
  summary: 'How many have seen each part of a recording, and where they leave.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: dropOff,
})
