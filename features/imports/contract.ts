import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { batchId, flag, instant, ofPerson, optionalText, rowId } from '#kernel/fields.ts'
import { importKinds } from '#kernel/values.ts'
import { rowsInPreview } from './rules.ts'

export const importLimits = { bodyLimit: 20 * 1024 * 1024, rows: 200_000 } as const

/** A cell of the list. Rows are validated one by one, so that an invalid row does not reject the others. */
const cell = z.union([z.string(), z.number().transform(String), z.null()]).optional()

/** A row or line number, counted from 1. */
const rowNumber = (name: string) =>
  z
    .int({ error: `${name} must be a number` })
    .min(1)
    .max(100_000_000)
    .nullish()

function listOf<Row extends z.ZodType>(row: Row, ofWhat: string, most: number) {
  const rows = z.array(row, { error: `Must be a list of ${ofWhat}` })
  return rows.max(most, `At most ${most} rows in one call`)
}

const isOn = flag.transform((value) => value ?? false)

export const attendeeRow = z.object({
  /** The line of the file at which the row begins, for its error line. Without it, rows are numbered. */
  line: rowNumber('line'),
  firstName: cell,
  lastName: cell,
  /** A whole name, which the server splits if first or last name is empty. A single word is valid. */
  fullName: cell,
  email: cell,
  eventIdentifier: cell,
  company: cell,
  jobTitle: cell,
})
export type AttendeeRow = z.output<typeof attendeeRow>

/** Maximum length of a file name in characters, the limit of common file systems. */
const longestFileName = 255

/** Fields that all parts of a long list share. */
const part = {
  /** Also imports people who asked to be erased; otherwise their rows are errors. */
  includeErased: isOn,
  /** Undo covers all parts with the same id. */
  batchId: batchId.nullish().transform((value) => value ?? undefined),
  fileName: optionalText('File name', longestFileName),
  /** Number of the part's first row in the whole list, for the error lines of rows without `line`. */
  firstRow: rowNumber('firstRow').transform((value) => value ?? 1),
}

export const attendeeImportResult = z.object({
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  errors: z.array(z.string()),
  /**
   * The result of each row without an error; only with `withRows`. `row` is the row number that `errors`
   * uses.
   */
  rows: z
    .array(z.object({ row: z.int(), result: z.enum(['imported', 'updated', 'unchanged']) }))
    .optional(),
})
export type AttendeeImportResult = z.output<typeof attendeeImportResult>

export const importAttendees = endpoint('POST /api/admin/bulk-import-attendees', {
  access: 'editor',
  ignoresUnknownFields: true,
  summary: 'Imports people, for an event or for the library only.',
  bodyLimit: importLimits.bodyLimit,
  body: z.object({
    attendees: listOf(attendeeRow, 'people', importLimits.rows),
    ...part,
    /** Only fills in empty names, companies and job titles of known people; replaces no others. */
    keepKnown: isOn,
    /** True to include the result of each row in the reply. */
    withRows: isOn,
  }),
  refusals: ['import_undone', 'import_id_taken'],
  reply: attendeeImportResult,
})

export const videoAccessEntry = attendeeRow.omit({ fullName: true, eventIdentifier: true })
export type VideoAccessEntry = z.output<typeof videoAccessEntry>

export const videoAccessImportResult = z.object({
  imported: z.int(),
  duplicates: z.int(),
  errors: z.array(z.string()),
})
export type VideoAccessImportResult = z.output<typeof videoAccessImportResult>

export const importVideoAccess = endpoint('POST /api/admin/bulk-import-video-access', {
  access: 'editor',
  ignoresUnknownFields: true,
  summary: 'Grants video access to a list of emails.',
  bodyLimit: importLimits.bodyLimit,
  body: z.object({
    emails: listOf(videoAccessEntry, 'emails', importLimits.rows),
    ...part,
  }),
  refusals: ['import_undone', 'import_id_taken'],
  reply: videoAccessImportResult,
})

export const rowVerdict = z.object({
  /** Position of the row in the sent list, from 1. */
  row: z.int(),
  /**
   * `registered`: the registration exists already; `duplicate`: repeated in the list or known;
   * `erased`: the person asked to be erased and is skipped without `includeErased`.
   */
  verdict: z.enum([
    'new',
    'updated',
    'registered',
    'duplicate',
    'invalid',
    'unknown_event',
    'erased',
  ]),
  ...ofPerson,
  /** The row's error as the import would report it, without 'Row N: '. */
  problem: z.string().nullable(),
  /** The event that the row registers for; null for video access only. */
  event: z.object({ id: rowId, title: z.string(), isCancelled: z.boolean() }).nullable(),
  /** Fields in which the list differs from the stored person. */
  differences: z.array(
    z.object({
      field: z.enum(['name', 'company', 'jobTitle']),
      known: z.string(),
      listed: z.string(),
      isReplaced: z.boolean(),
    }),
  ),
  /** For an unknown title, the most similar one. */
  nearestTitle: z.string().nullable(),
  /** Corrected email address if a common domain looks mistyped. Never blocks the import. */
  suggestedEmail: z.string().nullable(),
})
export type RowVerdict = z.output<typeof rowVerdict>

const verdicts = z.object({ rows: z.array(rowVerdict) })

export const previewAttendees = endpoint('POST /api/admin/preview-attendees', {
  access: 'editor',
  summary: 'Returns the effect of importing these attendees, row by row. Writes nothing.',
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    attendees: listOf(attendeeRow, 'people', rowsInPreview),
    keepKnown: isOn,
  }),
  reply: verdicts,
})

export const previewVideoAccess = endpoint('POST /api/admin/preview-video-access', {
  access: 'editor',
  summary: 'Returns the effect of importing these emails, row by row. Writes nothing.',
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({ emails: listOf(videoAccessEntry, 'emails', rowsInPreview) }),
  reply: verdicts,
})

export const importBatch = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  username: z.string().nullable(),
  /** File name; null if the list was typed or pasted. */
  fileName: z.string().nullable(),
  events: z.array(z.object({ id: rowId, title: z.string() })),
  rows: z.int(),
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  /** Time of the import's last part. */
  startedAt: instant,
  /** Set when an undo begins. Without `undoneAt` the batch is partly undone. */
  undoBeganAt: instant.nullable(),
  /** Numbers of rows that the undo has deleted, and reset to their former values, so far. */
  removed: z.int(),
  restored: z.int(),
  undoneAt: instant.nullable(),
  undoneBy: z.string().nullable(),
})
export type ImportBatch = z.output<typeof importBatch>

export const listImportBatches = endpoint('GET /api/admin/import-batches', {
  access: 'viewer',
  summary: 'Lists the latest 200 imports, newest first.',
  reply: z.array(importBatch),
})

const leaveMessage = 'Must be the number of people to leave'

export const undoImportBatch = endpoint('POST /api/admin/import-batches/:id/undo', {
  access: 'editor',
  summary:
    'Undoes an import. If later data depends on it, refuses with 409 and `blockers`; repeat with their number as `leave` to keep these people. Runs in portions: after a failure, the same call continues.',
  params: z.object({ id: batchId }),
  query: z.object({
    /**
     * Number of people to skip. Must equal the number in the preceding refusal, otherwise the call
     * is refused again.
     */
    leave: z.coerce.number({ error: leaveMessage }).int(leaveMessage).min(0).optional(),
  }),
  body: z.object({}),
  refusals: ['no_such_import', 'import_undone', 'import_built_on'],
  reply: z.object({
    batch: importBatch,
    /** Numbers of rows deleted and rows reset, including those of earlier calls that ended partway. */
    removed: z.int(),
    restored: z.int(),
    /** Number of people whom the undo skipped. */
    left: z.int(),
  }),
})

export const sendConfirmations = endpoint('POST /api/admin/send-confirmations', {
  access: 'editor',
  summary: 'Sends a confirmation to each person whom an import registered, once.',
  body: z.object({
    /** The id that the import used; covers all of its parts and events. */
    batchId,
    dryRun: z.boolean().nullish(),
  }),
  refusals: ['no_such_import', 'import_undone'],
  reply: z.object({ people: z.int() }),
})
