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
    /**
     * Number of distinct emails in `users` or `video_access`, which equals the number of rows of the member access
     * table.
     */
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

/** Query for one page of a dashboard table, sorted by a column or, by default, newest first. */
const pageQuery = <const Column extends string>(columns: readonly Column[]) =>
  z.object({
    /** Each word of the search must occur in a name, email, company, job title, event or interest of the row. */
    search: optionalText('Search', limits.name),
    /** Only people registered for, or interested in, this event; `none`: only people without any event. */
    event: z.union([z.literal('none'), rowIdInPath]).optional(),
    sort: z.enum(columns).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(tablePage.mostRows).default(tablePage.rows),
  })

const pageReply = <Row extends z.ZodObject>(row: Row) =>
  z.object({
    rows: z.array(row),
    /** Number of rows that match the query, on all pages. */
    total: z.int(),
    /** Number of rows per event, regardless of the query; returned with the first page only. */
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

/** How presence is known. `webinar`: Zoom reports joins and leaves. `links`: used join links, without leaves. */
const insideWays = ['webinar', 'links'] as const

/** Numbers of an event that takes place today in the display zone; null: not recorded for this event. */
const todaysCounts = z.object({
  eventId: rowId,
  confirmed: z.int(),
  preRegistered: z.int(),
  toldByMail: z.int().nullable(),
  /** Number of registrants with a Zoom registration, whether they have joined or not. */
  inWebinar: z.int().nullable(),
  /** Number of people present according to Zoom, otherwise number of people who used their join link. */
  inside: z.int(),
  insideKnownBy: z.enum(insideWays),
  /** Number of questions that are neither selected, answered nor hidden. */
  openQuestions: z.int(),
  failed: z.int().nullable(),
})
export type TodaysCounts = z.output<typeof todaysCounts>

/** Data of the statistics page. Days are calendar days in the display zone. */
export const reports = z.object({
  /** Number of distinct emails in `users` or `video_access`. */
  people: z.int(),
  registrations: z.array(
    z.object({
      eventId: rowId,
      /** Only days with registrations, oldest first. */
      days: z.array(z.object({ day, confirmed: z.int(), preRegistered: z.int() })),
    }),
  ),
  /**
   * Registrations per event: `people` counts those of known people, who appear in the lists, `erased` those of erased
   * people.
   */
  registered: z.array(z.object({ eventId: rowId, people: z.int(), erased: z.int() })),
  /** Use of the library on days with any, oldest first; `people` counts distinct emails. */
  usage: z.array(z.object({ day, visits: z.int(), watches: z.int(), people: z.int() })),
  /** Recordings that were watched at all. Shares of the duration range from 0 to 1. */
  watched: z.array(
    z.object({
      eventId: rowId,
      watchers: z.int(),
      averageShare: z.number(),
      /** Number of viewers who watched at least the share defined in `features/library/rules.ts`. */
      finished: z.int(),
    }),
  ),
  /** Events that have begun and have attendance data, newest first. */
  attendance: z.array(
    z.object({
      eventId: rowId,
      registered: z.int(),
      came: z.int(),
      /** Average time in minutes of those who attended; null if unknown, as for meeting rooms. */
      minutes: z.number().nullable(),
      knownBy: z.enum(attendanceWays),
      /**
       * Number of times that someone without a registration joined the webinar, such as the host or a guest; null if
       * not recorded.
       */
      unregistered: z.int().nullable(),
      /** State of Zoom's attendance report; null if Greenroom requested none. */
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

/** A confirmed registrant in the list for the day of the event. */
const todaysRegistrant = z.object({
  registrationId: rowId,
  name: z.string(),
  email: z.string(),
  ...ofPerson,
  /** When the registrant joined, by the source in `insideKnownBy`; null if not present. */
  insideSince: instant.nullable(),
})
export type TodaysRegistrant = z.output<typeof todaysRegistrant>

export const listTodaysRegistrants = endpoint('GET /api/admin/events/:id/registrants', {
  access: 'viewer',
  summary: 'Lists confirmed registrants of an event by name, or those who are present; 50 at most.',
  params: z.object({ id: rowIdInPath }),
  query: z.object({
    /** Words to search for; each must occur in the registrant's name or email. */
    search: optionalText('Search', limits.email),
    inside: z.enum(['yes'], 'inside must be yes').optional(),
  }),
  refusals: ['no_such_event'],
  reply: z.object({ registrants: z.array(todaysRegistrant), total: z.int() }),
})

const seconds = z.number().min(0)

/** Number of viewers over the course of a recording. Times are seconds from the beginning of the recording. */
export const dropOff = z.object({
  eventId: rowId,
  /** Number of distinct emails with watch progress in the recording. */
  viewers: z.int(),
  duration: seconds,
  /** Each entry: `viewers` is the number of viewers from the second `from` until the next entry. */
  curve: z.array(z.object({ from: seconds, viewers: z.int() })),
  /** Passages with more viewers than the passage before, because viewers skipped to them or replayed them. */
  peaks: z.array(z.object({ from: seconds, to: seconds, viewers: z.int() })),
  /** The 30 seconds in which most viewers stopped, and the transcript's lines there; null if none stopped. */
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
