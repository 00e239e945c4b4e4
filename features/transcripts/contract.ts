import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { flag, instant, optionalText, rowId, rowIdInPath } from '#kernel/fields.ts'

/** Maximum size of a transcript in bytes of UTF-8. */
export const largestTranscript = 2 * 1024 * 1024
/** Maximum size of a request in bytes. Factor 6, because JSON may escape each character as `\uXXXX`. */
const bodyLimit = largestTranscript * 6 + 64 * 1024
const largestShift = 12 * 60 * 60 * 1000
const mostChapterText = 40_000

const seconds = z.number().min(0)
const params = z.object({ id: rowIdInPath })
const dryRun = z.object({
  /** `1` returns the reply without storing anything. */
  dryRun: z
    .enum(['0', '1'], 'dryRun must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
})

/** One line of a transcript; times are in seconds from the start of the recording. */
export const cue = z.object({
  start: seconds,
  end: seconds,
  speaker: z.string().nullable(),
  text: z.string(),
})
export type TranscriptCue = z.output<typeof cue>

export const chapter = z.object({ start: seconds, title: z.string() })
export type Chapter = z.output<typeof chapter>

const language = optionalText('Language', 35)
  .transform((value) => value || undefined)
  .refine(
    (value) => value === undefined || /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(value),
    'Language must be a code such as en or pt-BR',
  )
  .optional()

const shiftMs = z
  .int({ error: 'Shift must be a whole number of milliseconds' })
  .min(-largestShift, 'Shift may be at most twelve hours')
  .max(largestShift, 'Shift may be at most twelve hours')
  .nullish()

/** Lines of the uploaded text that the transcript does not contain: their number, and the first thousand of them. */
export const skippedLines = z.object({
  count: z.int(),
  lines: z.array(
    z.object({
      /** Line number in the uploaded text, from 1. */
      line: z.int(),
      /** Beginning of the skipped line's text. */
      text: z.string(),
      reason: z.string(),
    }),
  ),
})
export type SkippedLines = z.output<typeof skippedLines>

export const transcriptSummary = z.object({
  lines: z.int(),
  speakers: z.array(z.string()),
  /** Minutes from the start of the recording to the end of the last line. */
  minutes: z.number(),
  /** Number of lines removed because they repeat the previous caption, as rolling captions do. */
  droppedRepeats: z.int(),
  /** Warnings about the transcript, as sentences for the organiser. */
  warnings: z.array(z.string()),
  /** Omitted if the transcript contains every line of the uploaded text. */
  skipped: skippedLines.optional(),
  language: z.string(),
  shiftMs: z.int(),
  fileName: z.string().nullable(),
  isPublic: z.boolean(),
  first: z.array(cue),
  last: z.array(cue),
})
export type TranscriptSummary = z.output<typeof transcriptSummary>

export const putTranscript = endpoint('PUT /api/admin/events/:id/transcript', {
  access: 'editor',
  summary:
    "Saves a recording's transcript: captions or text with times. `?dryRun=1` changes nothing.",
  params,
  query: dryRun,
  body: z.object({
    text: z.string({ error: 'Text is required' }),
    fileName: optionalText('File name', 255),
    /** Default: the language that the text names, else that of the stored transcript, else English. */
    language,
    /** Milliseconds by which every line is shifted; default: 0. */
    shiftMs,
    /**
     * Whether the event's page shows the transcript to all visitors. By default unchanged; false for a new
     * transcript.
     */
    isPublic: flag,
  }),
  bodyLimit,
  refusals: ['no_such_event'],
  reply: transcriptSummary,
})

export const adminTranscript = z.object({
  transcript: transcriptSummary.nullable(),
  chapters: z.array(chapter),
  /** Zoom's automatic transcript, which is hidden until the organiser reviews and saves it. */
  draft: z
    .object({
      state: z.enum(['waiting', 'ready', 'failed']),
      text: z.string().nullable(),
      error: z.string().nullable(),
      heardAt: instant,
    })
    .nullable(),
})
export type AdminTranscript = z.output<typeof adminTranscript>

export const getTranscript = endpoint('GET /api/admin/events/:id/transcript', {
  access: 'viewer',
  summary: 'Returns transcript, chapters and draft of a recording.',
  params,
  refusals: ['no_such_event'],
  reply: adminTranscript,
})

export const changeTranscript = endpoint('PATCH /api/admin/events/:id/transcript', {
  access: 'editor',
  summary: 'Shifts a transcript, sets its language, or makes it public; its text stays.',
  params,
  body: z.object({ shiftMs, language, isPublic: flag }),
  refusals: ['no_such_event', 'no_such_transcript'],
  reply: transcriptSummary,
})

export const deleteTranscript = endpoint('DELETE /api/admin/events/:id/transcript', {
  access: 'editor',
  summary: 'Deletes the transcript; chapters stay.',
  params,
  refusals: ['no_such_event', 'no_such_transcript'],
  reply: z.object({ eventId: rowId }),
})

export const putChapters = endpoint('PUT /api/admin/events/:id/chapters', {
  access: 'editor',
  summary:
    "Saves a recording's chapters, `00:00 Title` per line; an empty text deletes them. `?dryRun=1` changes nothing.",
  params,
  query: dryRun,
  body: z.object({
    text: z
      .string({ error: 'Text is required' })
      .max(mostChapterText, `Text may have at most ${mostChapterText} characters`),
  }),
  bodyLimit: 256 * 1024,
  refusals: ['no_such_event'],
  reply: z.object({ chapters: z.array(chapter), warnings: z.array(z.string()) }),
})

export const memberTranscript = z.object({ cues: z.array(cue), chapters: z.array(chapter) })
export type MemberTranscript = z.output<typeof memberTranscript>

export const getMemberTranscript = endpoint('GET /api/members/videos/:id/transcript', {
  access: 'member',
  summary: "Returns a recording's transcript and chapters; empty lists without any.",
  params,
  refusals: ['no_such_recording'],
  reply: memberTranscript,
})

export const publicTranscripts = z.object({ chapters: z.array(chapter), cues: z.array(cue) })
export type PublicTranscriptReply = z.output<typeof publicTranscripts>

export const getPublicTranscript = endpoint('GET /api/event-words/:id', {
  access: 'public',
  summary: "Returns a recording's chapters and, if it is public, the transcript, for all visitors.",
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_event'],
  reply: publicTranscripts,
})
