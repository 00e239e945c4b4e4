import { z } from 'zod'
import { rowsInPreview } from '#shared/import-parts.ts'
import { importKinds } from '#shared/values.ts'
import { endpoint } from './endpoint.ts'
import { batchId, instant, rowId } from './fields.ts'
import { attendeeRow, videoAccessEntry } from './imports.ts'
import { ofPerson } from './people.ts'

const tooMany = `At most ${rowsInPreview} rows in one call`

export const rowVerdict = z.object({
  /** Position in the list that was sent, from 1. */
  row: z.int(),
  /**
   * `registered`: nothing would change for the event; `duplicate`: repeated in the list, or known; `erased`:
   * somebody who asked to be, left out unless the import says `includeErased`.
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
  /** What the import's error line would say, without 'Row N: '. */
  problem: z.string().nullable(),
  /** The event that the row registers for; null for video access only. */
  event: z.object({ id: rowId, title: z.string(), isCancelled: z.boolean() }).nullable(),
  /** The nearest title to an unknown one. */
  nearestTitle: z.string().nullable(),
  /** The e-mail as it was probably meant, where a common domain looks mistyped. Never blocks. */
  suggestedEmail: z.string().nullable(),
})
export type RowVerdict = z.output<typeof rowVerdict>

const verdicts = z.object({ rows: z.array(rowVerdict) })

export const previewAttendees = endpoint({
  method: 'POST',
  path: '/api/admin/preview-attendees',
  access: 'admin',
  summary: 'What importing these attendees would do, row by row. Writes nothing.',
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    attendees: z
      .array(attendeeRow, { error: 'Must be a list of people' })
      .max(rowsInPreview, tooMany),
  }),
  reply: verdicts,
})

export const previewVideoAccess = endpoint({
  method: 'POST',
  path: '/api/admin/preview-video-access',
  access: 'admin',
  summary: 'What importing these e-mails would do, row by row. Writes nothing.',
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    emails: z
      .array(videoAccessEntry, { error: 'Must be a list of emails' })
      .max(rowsInPreview, tooMany),
  }),
  reply: verdicts,
})

export const importBatch = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  username: z.string().nullable(),
  rows: z.int(),
  imported: z.int(),
  updated: z.int(),
  videoOnly: z.int(),
  eventRegistrations: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  startedAt: instant,
  /** An undo proceeds in portions: with this and without `undoneAt` the batch is half undone. */
  undoBeganAt: instant.nullable(),
  /** Rows that undoing took away so far, and rows that it gave their former values back. */
  removed: z.int(),
  restored: z.int(),
  undoneAt: instant.nullable(),
  undoneBy: z.string().nullable(),
})
export type ImportBatch = z.output<typeof importBatch>

export const listImportBatches = endpoint({
  method: 'GET',
  path: '/api/admin/import-batches',
  access: 'admin',
  summary: 'The latest 200 imports, newest first.',
  reply: z.array(importBatch),
})

const leaveMessage = 'Must be the number of people to leave'

export const undoImportBatch = endpoint({
  method: 'POST',
  path: '/api/admin/import-batches/:id/undo',
  access: 'admin',
  summary:
    'Takes an import back as long as nothing was built on it; otherwise 409 with what was, as `blockers`, of whom `leave` is the number if they are to stay. In portions: where it ended halfway, the same call goes on.',
  params: z.object({ id: batchId }),
  query: z.object({
    /** As many people as the caller was told of; no other number leaves anybody. */
    leave: z.coerce.number({ error: leaveMessage }).int(leaveMessage).min(0).optional(),
  }),
  body: z.object({}),
  refusals: ['no_such_import', 'import_undone', 'import_built_on'],
  reply: z.object({
    batch: importBatch,
    /** Rows taken away, and rows given their former values back, by earlier calls that ended halfway too. */
    removed: z.int(),
    restored: z.int(),
    /** People who stay as they are. */
    left: z.int(),
  }),
})
