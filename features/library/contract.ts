import { z } from 'zod'
import { chapter } from '#features/transcripts/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, rowId, optionalText, limits } from '#kernel/fields.ts'
import { accessTypes } from '#kernel/values.ts'
import { bucketCount, mostRanges } from './rules.ts'

export const libraryVideo = z.object({
  id: rowId,
  /** Its event's name in addresses. */
  slug: z.string(),
  title: z.string(),
  speakerName: z.string(),
  description: z.string(),
  videoUrl: z.string(),
  eventDate: z.iso.date().nullable(),
  /** Left out where it has none. */
  chapters: z.array(chapter).optional(),
  /** What is said can be read and searched; left out otherwise. */
  hasTranscript: z.boolean().optional(),
})
export type LibraryVideo = z.output<typeof libraryVideo>

export const listMemberVideos = endpoint('GET /api/members/videos', {
  access: 'member',
  summary: 'Completed events with a recording that is ready, newest first.',
  reply: z.array(libraryVideo),
})

export const watchProgress = z.object({
  videoId: rowId,
  /** Seconds into the recording where watching stopped. */
  position: z.number(),
  duration: z.number(),
  /** The watched part, from 0 to 1. */
  watchedShare: z.number(),
  updatedAt: instant,
})
export type WatchProgress = z.output<typeof watchProgress>

export const listWatchProgress = endpoint('GET /api/members/progress', {
  access: 'member',
  summary:
    'How far recordings were watched: by this session, or once it is verified with its e-mail.',
  reply: z.object({ isVerified: z.boolean(), progress: z.array(watchProgress) }),
})

function seconds(name: string) {
  return z
    .number({ error: `${name} must be a number of seconds` })
    .min(0, `${name} must not be negative`)
    .max(longestRecording, `${name} may be at most ${longestRecording} seconds`)
}

const bucket = z
  .int({ error: 'Must be the number of a bucket' })
  .min(0)
  .max(bucketCount(longestRecording))

/** What was watched since the last call, in buckets of five seconds: `[[0, 3], [12, 13]]`. */
export const watchProgressForm = z
  .object({
    videoId: rowId,
    position: seconds('Position'),
    duration: seconds('Duration').min(1, 'Duration must be at least one second'),
    ranges: z
      .array(
        z.tuple([bucket, bucket]).refine(([from, to]) => from < to, 'Must not be empty'),
        {
          error: 'Ranges must be a list of pairs of bucket numbers',
        },
      )
      .max(mostRanges, `At most ${mostRanges} ranges in one call`),
  })
  .refine(({ duration, ranges }) => ranges.every(([, to]) => to <= bucketCount(duration)), {
    path: ['ranges'],
    error: 'Ranges must lie within the duration',
  })
  .refine(({ duration, position }) => position <= duration, {
    path: ['position'],
    error: 'Position must lie within the duration',
  })
export type WatchProgressForm = z.output<typeof watchProgressForm>

export const saveWatchProgress = endpoint('POST /api/members/progress', {
  access: 'memberByEmail',
  summary: 'Adds what was watched of a recording; answers what this session sees of it now.',
  body: watchProgressForm,
  bodyLimit: 16 * 1024,
  refusals: ['no_such_recording'],
  reply: watchProgress,
})

export const searchHit = z.object({
  eventId: rowId,
  title: z.string(),
  /** Where the line begins that holds the first word. */
  atSeconds: z.number().min(0),
  speaker: z.string().nullable(),
  /** What was said, the words found between `markStart` and `markEnd`. */
  text: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

export const foundInLibrary = z.object({
  /** With every word in title, guest or description. */
  interviews: z.array(z.object({ eventId: rowId, title: z.string(), speakerName: z.string() })),
  /** Best first, at most three of an interview unless it was asked for alone. */
  moments: z.array(searchHit),
  /** Interviews with more moments: ask again with `eventId`. */
  more: z.array(rowId),
  /** Where nothing was found: the query with words that were said. */
  suggestion: z.string().nullable(),
})
export type FoundInLibrary = z.output<typeof foundInLibrary>

export const searchLibrary = endpoint('GET /api/members/search', {
  access: 'member',
  summary: 'Interviews by their titles, guests and descriptions, and moments by what was said.',
  query: z.object({
    /** Words, and phrases in double quotes. */
    q: optionalText('q', 200),
    /** Moments of this interview alone, up to fifty. */
    eventId: z.coerce.number({ error: 'eventId must be a number' }).pipe(rowId).optional(),
  }),
  reply: foundInLibrary,
})

/**
 * An access tracking event. The e-mail is the session's, the address and user agent are the request's;
 * the same fields in the body are ignored. Specification, "Usage".
 */
export const trackingForm = z.object({
  accessType: z.enum(accessTypes, { error: `Must be one of ${accessTypes.join(', ')}` }),
  /** The event whose recording was opened. */
  videoId: z
    .int({ error: 'Must be a whole number' })
    .nullish()
    .transform((id) => id ?? null),
  /** Stored in its first 200 characters, and only where `videoId` names no event. */
  videoTitle: optionalText('Video title', limits.questions).transform((title) =>
    Array.from(title).slice(0, 200).join(''),
  ),
  /** Whole seconds since the page loaded; its presence marks a closing page_visit. */
  sessionDuration: z
    .int({ error: 'Must be a whole number of seconds' })
    .min(0, 'Must not be negative')
    .max(2147483647, 'Is too large')
    .nullish()
    .transform((duration) => duration ?? null),
})
export type TrackingForm = z.output<typeof trackingForm>

export const trackAccess = endpoint('POST /api/track-access', {
  access: 'session',
  summary: 'Notes a page visit, a login or a watched recording.',
  body: trackingForm,
  reply: z.object({ recorded: z.literal(true) }),
})
