import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { batchId, flag } from './fields.ts'

export const importLimits = { bodyLimit: 20 * 1024 * 1024, rows: 200_000 } as const
const tooMany = `At most ${importLimits.rows} rows in one call`

/** A cell as it was read; each row is judged on its own, so that a bad one costs only itself. */
const cell = z.union([z.string(), z.number().transform(String), z.null()]).optional()

/** The line of the file that a row begins in, for its error line; without it rows are counted. */
const line = z.int({ error: 'line must be a number' }).min(1).max(100_000_000).nullish()

export const attendeeRow = z.object({
  line,
  firstName: cell,
  lastName: cell,
  email: cell,
  eventIdentifier: cell,
  company: cell,
  jobTitle: cell,
})
export type AttendeeRow = z.output<typeof attendeeRow>

/** What the parts of a long list have in common. Specification, "Imports and export". */
const part = {
  /** Imports also who asked to be erased; without it such a row is left out and named. */
  includeErased: flag.transform((value) => value ?? false),
  /** Undoing covers all parts that name it. */
  batchId: batchId.nullish().transform((value) => value ?? undefined),
  /**
   * The number of this part's first row in the whole list, for the error lines of rows without
   * `line`.
   */
  firstRow: z
    .int({ error: 'firstRow must be a number' })
    .min(1)
    .max(100_000_000)
    .nullish()
    .transform((value) => value ?? 1),
}

export const attendeeImportResult = z.object({
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  errors: z.array(z.string()),
})
export type AttendeeImportResult = z.output<typeof attendeeImportResult>

export const importAttendees = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-import-attendees',
  access: 'admin',
  summary: 'Imports people, for an event or for the library only.',
  bodyLimit: importLimits.bodyLimit,
  body: z.object({
    attendees: z
      .array(attendeeRow, { error: 'Must be a list of people' })
      .max(importLimits.rows, tooMany),
    ...part,
  }),
  refusals: ['import_undone', 'import_id_taken'],
  reply: attendeeImportResult,
})

export const videoAccessEntry = z.object({
  line,
  email: cell,
  firstName: cell,
  lastName: cell,
  company: cell,
  jobTitle: cell,
})
export type VideoAccessEntry = z.output<typeof videoAccessEntry>

export const videoAccessImportResult = z.object({
  imported: z.int(),
  duplicates: z.int(),
  errors: z.array(z.string()),
})
export type VideoAccessImportResult = z.output<typeof videoAccessImportResult>

export const importVideoAccess = endpoint({
  method: 'POST',
  path: '/api/admin/bulk-import-video-access',
  access: 'admin',
  summary: 'Grants video access to a list of e-mails.',
  bodyLimit: importLimits.bodyLimit,
  body: z.object({
    emails: z
      .array(videoAccessEntry, { error: 'Must be a list of emails' })
      .max(importLimits.rows, tooMany),
    ...part,
  }),
  refusals: ['import_undone', 'import_id_taken'],
  reply: videoAccessImportResult,
})
