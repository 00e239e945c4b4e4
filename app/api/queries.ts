import { queryOptions } from '@tanstack/react-query'
import { pathOf, type Address } from './addresses.ts'
import { call } from './call.ts'

const minute = 60_000

/** A read that lasts: create-query-client.ts says how long. What is said below differs. */
export function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [pathOf(address)],
    queryFn: ({ signal }) => call(address, { signal }),
  })
}

/**
 * Fetched on every mount and on window focus; the retries differ by page. Specification, "Calls".
 */
function authStatus(retries: { retry: number | false; retryDelay?: number }) {
  return queryOptions({
    ...read('GET /api/auth/status'),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    ...retries,
  })
}

export const authStatusOnLanding = authStatus({ retry: 1 })
export const authStatusOnMembers = authStatus({ retry: 2, retryDelay: 500 })
export const authStatusOnAdmin = authStatus({ retry: false })
export const authStatusKey = authStatusOnAdmin.queryKey

export const currentEvent = read('GET /api/events/current')
export const upcomingEvents = read('GET /api/events/upcoming')
export const completedEvents = read('GET /api/events/completed')
export const allEvents = read('GET /api/events')

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
