import { z } from 'zod'
import { chapter, cue } from '#features/transcripts/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, limits, optionalText, rowId, ofPerson, rowIdInPath } from '#kernel/fields.ts'
import { tableColumns, tablePage } from './rules.ts'
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
  access: 'viewer',
  summary: 'Lists every person, newest first.',
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
  access: 'viewer',
  summary: 'Lists every registration for an event, newest first.',
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
  access: 'viewer',
  summary: 'Lists every video access record, newest first.',
  reply: z.array(videoAccessRow),
})

export const getAccessStats = endpoint('GET /api/admin/access-stats', {
  access: 'viewer',
  summary: 'Returns visits, distinct visitors and watches.',
  reply: z.object({ totalVisits: z.int(), uniqueUsers: z.int(), videoWatches: z.int() }),
})

export const getDashboardCounts = endpoint('GET /api/admin/counts', {
  access: 'viewer',
  summary:
    'Returns the length of each list and the use of the library, before the lists have arrived.',
  reply: z.object({
    registrations: z.int(),
    eventRegistrations: z.int(),
    videoAccess: z.int(),
    events: z.int(),
    /** Distinct emails in `users` or `video_access`: the rows of the member access breakdown. */
    people: z.int(),
    /** Number of known people who have used the library. */
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
  access: 'viewer',
  summary: 'Lists every known email with its use of the library, newest people first.',
  reply: z.array(registrantAccessRow),
})

/** A page of a dashboard table: rows that match the search and the event, in the order of a column, else the latest first. */
const pageQuery = <const Column extends string>(columns: readonly Column[]) =>
  z.object({
    /** Each word must stand in a name, email, company, job title, event or interest. */
    search: optionalText('Search', limits.name),
    /** Registered for, or interested in, this event; `none`: in no event. */
    event: z.union([z.literal('none'), rowIdInPath]).optional(),
    sort: z.enum(columns).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(tablePage.mostRows).default(tablePage.rows),
  })

const pageReply = <Row extends z.ZodObject>(row: Row) =>
  z.object({
    rows: z.array(row),
    /** Rows that match. */
    total: z.int(),
    /** The rows of each event, whatever is searched for; on the first page only. */
    events: z.array(z.object({ id: rowId.nullable(), rows: z.int() })),
  })

export const pageRegistrations = endpoint('GET /api/admin/tables/registrations', {
  access: 'viewer',
  summary: 'A page of the people who registered.',
  query: pageQuery(tableColumns.registrations),
  reply: pageReply(registrationRow.omit({ linkedin: true, questions: true })),
})

export const pageEventRegistrations = endpoint('GET /api/admin/tables/event-registrations', {
  access: 'viewer',
  summary: 'A page of the registrations for events.',
  query: pageQuery(tableColumns.eventRegistrations),
  reply: pageReply(eventRegistrationRow.extend({ event: z.string() })),
})

export const pageVideoAccess = endpoint('GET /api/admin/tables/video-access', {
  access: 'viewer',
  summary: 'A page of the video access records.',
  query: pageQuery(tableColumns.videoAccess),
  reply: pageReply(videoAccessRow.extend({ event: z.string() })),
})

export const pageMemberAccess = endpoint('GET /api/admin/tables/member-access', {
  access: 'viewer',
  summary: 'A page of the known emails with their use of the library.',
  query: pageQuery(tableColumns.memberAccess),
  reply: pageReply(registrantAccessRow),
})

const day = z.iso.date()

/**
 * `webinar`: joined and not left, according to Zoom. `links`: used the join link, which records no leaving.
 */
const insideWays = ['webinar', 'links'] as const

/** An event of today in the display zone; fields are null if nothing records them. */
const todaysCounts = z.object({
  eventId: rowId,
  confirmed: z.int(),
  preRegistered: z.int(),
  toldByMail: z.int().nullable(),
  /** Registrants with a Zoom registration, whether they have joined or not. */
  inWebinar: z.int().nullable(),
  /** Number of people present according to Zoom, otherwise of people who used their join link. */
  inside: z.int(),
  insideKnownBy: z.enum(insideWays),
  /** Questions that are neither selected, answered nor hidden. */
  openQuestions: z.int(),
  failed: z.int().nullable(),
})
export type TodaysCounts = z.output<typeof todaysCounts>

/** Data of the statistics page. Days are calendar days in the display zone. */
export const reports = z.object({
  /** Distinct emails in `users` or `video_access`. */
  people: z.int(),
  registrations: z.array(
    z.object({
      eventId: rowId,
      /** Only days with registrations, oldest first. */
      days: z.array(z.object({ day, confirmed: z.int(), preRegistered: z.int() })),
    }),
  ),
  /** Registrations of known people, as in the lists, and of erased people. */
  registered: z.array(z.object({ eventId: rowId, people: z.int(), erased: z.int() })),
  /** Only days with use, oldest first; `people` counts distinct emails. */
  usage: z.array(z.object({ day, visits: z.int(), watches: z.int(), people: z.int() })),
  /** Each recording that was watched. Shares from 0 to 1. */
  watched: z.array(
    z.object({
      eventId: rowId,
      watchers: z.int(),
      averageShare: z.number(),
      /** Viewers who watched at least the share defined in `features/library/rules.ts`. */
      finished: z.int(),
    }),
  ),
  /** Events that have begun and have attendance data, newest first. */
  attendance: z.array(
    z.object({
      eventId: rowId,
      registered: z.int(),
      came: z.int(),
      /** Average minutes of those who attended; null without data, as for meeting rooms. */
      minutes: z.number().nullable(),
      knownBy: z.enum(attendanceWays),
      /** Number of stays without a registration, including host and guest. */
      unregistered: z.int().nullable(),
      /** State of Zoom's report; null if none is requested. */
      report: z
        .object({ state: z.enum(reportStates), lastError: z.string().nullable() })
        .nullable(),
    }),
  ),
  today: z.array(todaysCounts),
})
export type Reports = z.output<typeof reports>

export const getReports = endpoint('GET /api/admin/figures', {
  access: 'viewer',
  summary: "Returns the data of the statistics page and the numbers of today's events.",
  reply: reports,
})

export const getToday = endpoint('GET /api/admin/today', {
  access: 'viewer',
  summary:
    "Returns the seats of today's events without the other numbers; the dashboard shows them first.",
  reply: z.array(todaysCounts),
})

/** A confirmed registrant of an event, for its day. */
const todaysRegistrant = z.object({
  registrationId: rowId,
  name: z.string(),
  email: z.string(),
  ...ofPerson,
  /** Since when they are present, by the source in `insideKnownBy`; null if they are not. */
  insideSince: instant.nullable(),
})
export type TodaysRegistrant = z.output<typeof todaysRegistrant>

export const listTodaysRegistrants = endpoint('GET /api/admin/events/:id/registrants', {
  access: 'viewer',
  summary: 'Lists confirmed registrants of an event by name, or those who are present; 50 at most.',
  params: z.object({ id: rowIdInPath }),
  query: z.object({
    /** Parts of name or email. Each word must occur in one of them. */
    search: optionalText('Search', limits.email),
    inside: z.enum(['yes'], 'inside must be yes').optional(),
  }),
  refusals: ['no_such_event'],
  reply: z.object({ registrants: z.array(todaysRegistrant), total: z.int() }),
})

const seconds = z.number().min(0)

/** The number of viewers over the course of a recording. Times in seconds of the recording. */
export const dropOff = z.object({
  eventId: rowId,
  /** Number of distinct emails that watched any part. */
  viewers: z.int(),
  duration: seconds,
  /** Number of viewers from this second until the next entry. */
  curve: z.array(z.object({ from: seconds, viewers: z.int() })),
  /** Parts that more viewers saw than the part before: sought out or replayed. */
  peaks: z.array(z.object({ from: seconds, to: seconds, viewers: z.int() })),
  /** The half minute in which most viewers stopped, and the words spoken there; null if no one stopped. */
  steepest: z
    .object({ from: seconds, to: seconds, before: z.int(), after: z.int(), said: z.array(cue) })
    .nullable(),
  chapters: z.array(chapter),
})
export type DropOff = z.output<typeof dropOff>

export const getDropOff = endpoint('GET /api/admin/events/:id/drop-off', {
  access: 'viewer',
  summary: 'Returns how many viewers saw each part of a recording, and where they stopped.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: dropOff,
})
