import { queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listUpcomingEvents,
} from '#shared/contract/events.ts'
import { listMemberVideos } from '#shared/contract/library.ts'
import { getAuthStatus } from '#shared/contract/session.ts'
import { call } from './call.ts'

const minute = 60_000

/** Reads are never stale, never refetched by themselves and never retried, except as said below. */
function read<const E extends Endpoint>(endpoint: E) {
  return queryOptions({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Fetched on every mount and on window focus; the retries differ by page. Specification 7. */
function authStatus(retries: { retry: number | false; retryDelay?: number }) {
  return queryOptions({
    ...read(getAuthStatus),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    ...retries,
  })
}

export const authStatusOnLanding = authStatus({ retry: 1 })
export const authStatusOnMembers = authStatus({ retry: 2, retryDelay: 500 })

export const currentEvent = read(getCurrentEvent)
export const upcomingEvents = read(listUpcomingEvents)
export const completedEvents = read(listCompletedEvents)
export const allEvents = read(listEvents)

/** Cached ten minutes, retried once. */
export const memberVideos = queryOptions({
  ...read(listMemberVideos),
  staleTime: 10 * minute,
  gcTime: 10 * minute,
  retry: 1,
})
