import { queryOptions } from '@tanstack/react-query'
import { pathOf, call, read } from '#client/api/call.ts'

const minute = 60_000

/** Query for the recordings of the library, cached for ten minutes and retried once. */
export const memberVideos = queryOptions({
  ...read('GET /api/members/videos'),
  staleTime: 10 * minute,
  gcTime: 10 * minute,
  retry: 1,
})

/** Query for the watch progress that this session may read. The cache key contains the email. */
export function watchProgressOf(email: string | null) {
  const progress = 'GET /api/members/progress'
  return queryOptions({
    queryKey: [pathOf(progress), email],
    queryFn: ({ signal }) => call(progress, { signal }),
    enabled: email !== null,
    staleTime: 0,
  })
}

/** Query for the transcript lines and chapters of a recording. */
export function transcriptOf(videoId: number) {
  return queryOptions({
    queryKey: ['/api/members/videos', videoId, 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /api/members/videos/:id/transcript', { params: { id: videoId }, signal }),
    retry: 1,
  })
}

/** Query for the event's page of a recording, which has its show notes. */
export function eventPageOf(slug: string) {
  return queryOptions({
    queryKey: ['/api/event-pages', slug],
    queryFn: ({ signal }) => call('GET /api/event-pages/:slug', { params: { slug }, signal }),
    retry: 1,
  })
}

/**
 * Query for the interviews and transcript moments that contain the words `q`, in one interview if `eventId`
 * is set.
 */
export function librarySearch(q: string, eventId?: number) {
  return queryOptions({
    queryKey: ['/api/members/search', q, eventId ?? null],
    queryFn: ({ signal }) => call('GET /api/members/search', { query: { q, eventId }, signal }),
    enabled: q !== '',
    retry: 1,
  })
}
