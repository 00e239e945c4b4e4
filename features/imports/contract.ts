import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { formAnswer } from '#kernel/form-questions.ts'
import { batchId, flag, instant, ofPerson, optionalText, rowId } from '#kernel/fields.ts'
import { importKinds } from '#kernel/values.ts'
import { rowsInPreview } from './rules.ts'

export const importLimits = { bodyLimit: 20 * 1024 * 1024, rows: 200_000 } as const

/**
 * One cell of an imported row. This schema accepts any text, because the import validates rows one by one:
 * an invalid row must not reject the other rows of the call.
 */
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
  /**
   * The number of the row's first line in the file, used in error messages. Without it, messages contain
   * the row's position.
   */
  line: rowNumber('line'),
  firstName: cell,
  lastName: cell,
  /** A whole name. The server splits it if the first or last name is empty. A single word is valid. */
  fullName: cell,
  email: cell,
  eventIdentifier: cell,
  company: cell,
  jobTitle: cell,
  /**
   * Answers to questions of the event's registration form, by the question's label or, if the form asks two with this
   * label, `label (id)`.
   */
  answers: z.record(z.string().max(400), cell).optional(),
})
export type AttendeeRow = z.output<typeof attendeeRow>

/** Maximum length of a file name in characters, the limit of common file systems. */
const longestFileName = 255

/** Fields that all calls share that send the parts of a long list. */
const part = {
  /** True to import people who asked to be erased; otherwise their rows are errors. */
  includeErased: isOn,
  /** All calls with the same id are one import and are undone together. */
  batchId: batchId.nullish().transform((value) => value ?? undefined),
  fileName: optionalText('File name', longestFileName),
  /**
   * Position of this call's first row in the whole list, from 1. Error messages use it for rows without
   * `line`.
   */
  firstRow: rowNumber('firstRow').transform((value) => value ?? 1),
}

/** Seats of an event. `offered`: those reserved for people on the waiting list, who are not confirmed. */
const seats = { capacity: z.int(), confirmed: z.int(), offered: z.int() }

export const attendeeImportResult = z.object({
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  errors: z.array(z.string()),
  /**
   * The result of each row that has no error; only with `withRows`. `row` is the same number as in
   * `errors`.
   */
  rows: z
    .array(z.object({ row: z.int(), result: z.enum(['imported', 'updated', 'unchanged']) }))
    .optional(),
  /** Events of the list with more confirmed registrations and reserved seats than seats; absent if there are none. */
  eventsOverCapacity: z.array(z.object({ id: rowId, title: z.string(), ...seats })).optional(),
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
    /**
     * True to keep the stored names, companies and job titles of known people and fill in only the empty
     * ones.
     */
    keepKnown: isOn,
    /** True to include `rows` in the reply. */
    withRows: isOn,
  }),
  refusals: ['import_undone', 'import_id_taken'],
  reply: attendeeImportResult,
})

export const videoAccessEntry = attendeeRow.omit({
  fullName: true,
  eventIdentifier: true,
  answers: true,
})
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
  /** Position of the row in this call's list, from 1. */
  row: z.int(),
  /**
   * `registered`: the person is already registered for the event. `duplicate`: the row repeats an earlier
   * one or, in an import of video access, the email is already known. `erased`: the person asked to be
   * erased; the import skips the row unless `includeErased` is true.
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
  /**
   * The error that the import would report for this row, without the prefix 'Row N: '; null for a valid
   * row.
   */
  problem: z.string().nullable(),
  /** The event that the row registers the person for; null if the row only grants video access. */
  event: z
    .object({
      id: rowId,
      title: z.string(),
      isCancelled: z.boolean(),
      /**
       * Absent if the seats are unlimited. `isTaken`: the row adds a confirmed registration; `isOffered`: one of the
       * offered seats is that of its person.
       */
      seats: z.object({ ...seats, isTaken: z.boolean(), isOffered: z.boolean() }).optional(),
    })
    .nullable(),
  /** Fields whose values in the list differ from those stored for the person. */
  differences: z.array(
    z.object({
      field: z.enum(['name', 'company', 'jobTitle']),
      known: z.string(),
      listed: z.string(),
      isReplaced: z.boolean(),
    }),
  ),
  /** Answers to questions of the registration form that the import would store, by the question's label. */
  answers: z.array(z.object({ question: z.string(), answer: formAnswer })),
  /** The event title most similar to an unknown title in the row; otherwise null. */
  nearestTitle: z.string().nullable(),
  /**
   * The likely correct email if the domain looks like a misspelt common one. The import accepts the row
   * either way.
   */
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
  /** Name of the imported file; null if the organiser typed or pasted the list. */
  fileName: z.string().nullable(),
  events: z.array(z.object({ id: rowId, title: z.string() })),
  rows: z.int(),
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  /** Time at which the last part of the import arrived. */
  startedAt: instant,
  /** Time at which an undo began. If `undoneAt` is null, the import is only partly undone. */
  undoBeganAt: instant.nullable(),
  /**
   * Number of database rows that the undo has deleted (`removed`) or reset to their former values
   * (`restored`) so far.
   */
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
     * Number of people whose rows the undo may leave unchanged. The call is refused unless this number
     * equals the number of blockers in the preceding refusal.
     */
    leave: z.coerce.number({ error: leaveMessage }).int(leaveMessage).min(0).optional(),
  }),
  body: z.object({}),
  refusals: ['no_such_import', 'import_undone', 'import_built_on'],
  reply: z.object({
    batch: importBatch,
    /**
     * Number of database rows that were deleted (`removed`) or reset to their former values (`restored`),
     * including those of earlier calls that failed partway.
     */
    removed: z.int(),
    restored: z.int(),
    /** Number of people whose rows the undo left unchanged. */
    left: z.int(),
  }),
})

export const sendConfirmations = endpoint('POST /api/admin/send-confirmations', {
  access: 'editor',
  summary: 'Sends a confirmation to each person whom an import registered, once.',
  body: z.object({
    /** The import's id, which covers all of its parts and events. */
    batchId,
    dryRun: z.boolean().nullish(),
  }),
  refusals: ['no_such_import', 'import_undone'],
  reply: z.object({ people: z.int() }),
})
