import { z } from 'zod'
import { bucketCount, longestRecording, mostRanges } from '#shared/watch-progress.ts'
import { endpoint } from './endpoint.ts'
import { instant, rowId } from './fields.ts'
import { chapter } from './transcripts.ts'

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

export const listMemberVideos = endpoint({
  method: 'GET',
  path: '/api/members/videos',
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

export const listWatchProgress = endpoint({
  method: 'GET',
  path: '/api/members/progress',
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

export const saveWatchProgress = endpoint({
  method: 'POST',
  path: '/api/members/progress',
  access: 'memberByEmail',
  summary: 'Adds what was watched of a recording; answers what this session sees of it now.',
  body: watchProgressForm,
  bodyLimit: 16 * 1024,
  refusals: ['no_such_recording'],
  reply: watchProgress,
})
