import { z } from 'zod'
import { chapter } from '#features/transcripts/contract.ts'
import { longestRecording } from '#features/transcripts/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, rowId, optionalText, limits } from '#kernel/fields.ts'
import { material } from '#kernel/materials.ts'
import { accessTypes } from '#kernel/values.ts'
import { bucketCount, mostRanges } from './rules.ts'

export const libraryVideo = z.object({
  id: rowId,
  /** Slug of the interview's event. */
  slug: z.string(),
  title: z.string(),
  speakerName: z.string(),
  description: z.string(),
  videoUrl: z.string(),
  eventDate: z.iso.date().nullable(),
  /** Chapters of the recording; omitted if it has none. */
  chapters: z.array(chapter).optional(),
  /** True if the recording has a transcript; omitted otherwise. */
  hasTranscript: z.boolean().optional(),
  /** True if the event's page has show notes; omitted otherwise. */
  hasShowNotes: z.boolean().optional(),
  /** Links and files that this member may see. */
  materials: z.array(material).optional(),
})
export type LibraryVideo = z.output<typeof libraryVideo>

export const listMemberVideos = endpoint('GET /api/members/videos', {
  access: 'member',
  summary: 'Lists completed events with a released recording, newest first.',
  reply: z.array(libraryVideo),
})

export const watchProgress = z.object({
  videoId: rowId,
  /** Position in seconds at which the member stopped watching. */
  position: z.number(),
  duration: z.number(),
  /** Share of the recording that was watched, from 0 to 1. */
  watchedShare: z.number(),
  updatedAt: instant,
})
export type WatchProgress = z.output<typeof watchProgress>

export const listWatchProgress = endpoint('GET /api/members/progress', {
  access: 'member',
  summary: 'Lists the watch progress of this session or, if it is verified, of its email.',
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

/**
 * What a member watched since the last call. `ranges` contains five-second buckets as half-open ranges:
 * `[[0, 3], [12, 13]]`.
 */
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
  summary: 'Adds watched ranges of a recording; returns the progress that this session may read.',
  body: watchProgressForm,
  bodyLimit: 16 * 1024,
  refusals: ['no_such_recording'],
  reply: watchProgress,
})

export const searchHit = z.object({
  eventId: rowId,
  title: z.string(),
  /** Position in seconds at which the transcript line with the first match begins. */
  atSeconds: z.number().min(0),
  speaker: z.string().nullable(),
  /** An excerpt of the transcript, with each match between the characters `markStart` and `markEnd`. */
  text: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

export const foundInLibrary = z.object({
  /** Interviews whose title, guest or description contains every word of the query. */
  interviews: z.array(z.object({ eventId: rowId, title: z.string(), speakerName: z.string() })),
  /** Moments in transcripts that match, best first; at most three per interview unless `eventId` is set. */
  moments: z.array(searchHit),
  /** Ids of interviews with further matching moments; a search with `eventId` returns them. */
  more: z.array(rowId),
  /**
   * A corrected query if the search has no results and the transcripts or titles contain similar words;
   * otherwise null.
   */
  suggestion: z.string().nullable(),
})
export type FoundInLibrary = z.output<typeof foundInLibrary>

export const searchLibrary = endpoint('GET /api/members/search', {
  access: 'member',
  summary: 'Searches interviews by title, guest and description, and moments by transcript.',
  query: z.object({
    /** Search query: words, and phrases in double quotes. */
    q: optionalText('q', 200),
    /** Restricts the search to this interview and returns up to fifty moments. */
    eventId: z.coerce.number({ error: 'eventId must be a number' }).pipe(rowId).optional(),
  }),
  reply: foundInLibrary,
})

/**
 * One use of the video library, such as opening a recording. The server takes the email from the session,
 * and IP address and user agent from the request; it ignores these fields in the body.
 */
export const trackingForm = z.object({
  accessType: z.enum(accessTypes, { error: `Must be one of ${accessTypes.join(', ')}` }),
  /** Id of the event whose recording the member opened; null for other uses. */
  videoId: z
    .int({ error: 'Must be a whole number' })
    .nullish()
    .transform((id) => id ?? null),
  /**
   * Title of the recording, truncated to 200 characters. The server stores it only if `videoId` names no
   * event.
   */
  videoTitle: optionalText('Video title', limits.questions).transform((title) =>
    Array.from(title).slice(0, 200).join(''),
  ),
  /** Duration of the visit in whole seconds. Only the call that closes a page_visit contains it. */
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
  summary: 'Records a page visit, a login or a watched recording.',
  body: trackingForm,
  reply: z.object({ recorded: z.literal(true) }),
})
