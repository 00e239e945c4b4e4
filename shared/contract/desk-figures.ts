import { z } from 'zod'
import { attendanceWays, reportStates } from '#shared/attendance.ts'
import { auditActions } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { instant, rowId, rowIdInPath } from './fields.ts'

const day = z.iso.date()

/** An event of the present day in the display zone; null where nothing records it yet. */
const todaysCounts = z.object({
  eventId: rowId,
  confirmed: z.int(),
  preRegistered: z.int(),
  toldByMail: z.int().nullable(),
  inWebinar: z.int().nullable(),
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
  /** Only days with use, oldest first; `people` counts different e-mails. */
  usage: z.array(z.object({ day, visits: z.int(), watches: z.int(), people: z.int() })),
  /** Every event that somebody watched. Shares from 0 to 1. */
  watched: z.array(
    z.object({
      eventId: rowId,
      watchers: z.int(),
      averageShare: z.number(),
      /** Watchers by whom it counts as watched (`shared/watch-progress.ts`). */
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

export const getReports = endpoint({
  method: 'GET',
  path: '/api/admin/figures',
  access: 'admin',
  summary: "Numbers for the admin area's pictures and for the events of the day.",
  reply: reports,
})

export const getToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  access: 'admin',
  summary:
    "The seats of the day's events, without the other figures: what the dashboard opens with.",
  reply: z.array(todaysCounts),
})

export const retryReport = endpoint({
  method: 'POST',
  path: '/api/admin/events/:id/attendance/try-again',
  access: 'admin',
  summary: 'Asks Zoom anew for its report of who came to an event.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event', 'nothing_to_repeat'],
  reply: z.object({ state: z.enum(reportStates) }),
})

export const auditEntry = z.object({
  id: rowId,
  at: instant,
  /** How often it was repeated, for failed sign-ins; `at` is the last time, `firstAt` the first. */
  count: z.int(),
  firstAt: instant,
  action: z.enum(auditActions),
  /** An administrator's name; empty where another was tried; null for what was done in the terminal. */
  username: z.string().nullable(),
  /** What it was done to, to be shown. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const pageNumber = (message: string) => z.coerce.number({ error: message }).pipe(rowId)

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary: 'What administrators did, newest first, a page at a time.',
  query: z.object({
    /** Entries older than this one. */
    before: pageNumber('before must be the id of an entry').optional(),
    limit: pageNumber('limit must be a number').pipe(z.int().max(200)).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    /** Give it as `before` for the next page; null at the end. */
    nextBefore: rowId.nullable(),
  }),
})
