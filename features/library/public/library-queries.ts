import { queryOptions } from '@tanstack/react-query'
import { pathOf, call, read } from '#client/api/call.ts'

const minute = 60_000

/** Cached ten minutes, retried once. */
export const memberVideos = queryOptions({
  ...read('GET /api/members/videos'),
  staleTime: 10 * minute,
  gcTime: 10 * minute,
  retry: 1,
})

/** How far recordings were watched, as far as this session may see it. Kept apart by e-mail. */
export function watchProgressOf(email: string | null) {
  const progress = 'GET /api/members/progress'
  return queryOptions({
    queryKey: [pathOf(progress), email],
    queryFn: ({ signal }) => call(progress, { signal }),
    enabled: email !== null,
    staleTime: 0,
  })
}

/** What is said in a recording, and its chapters. */
export function transcriptOf(videoId: number) {
  return queryOptions({
    queryKey: ['/api/members/videos', videoId, 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /api/members/videos/:id/transcript', { params: { id: videoId }, signal }),
    retry: 1,
  })
}

/** Moments and interviews with these words; of one interview alone with `eventId`. */
export function librarySearch(q: string, eventId?: number) {
  return queryOptions({
    queryKey: ['/api/members/search', q, eventId ?? null],
    queryFn: ({ signal }) => call('GET /api/members/search', { query: { q, eventId }, signal }),
    enabled: q !== '',
    retry: 1,
  })
}
