import { queryOptions } from '@tanstack/react-query'
import type { AdminEvent, PublicEvent } from '#shared/contract/events.ts'
import type { Address } from './addresses.ts'
import { call } from './call.ts'

const minute = 60_000

/** Reads are never stale, never refetched by themselves and never retried, except as said below. */
const lasting = {
  staleTime: Infinity,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [address.slice(address.indexOf('/'))],
    queryFn: ({ signal }) => call(address, { signal }),
    ...lasting,
  })
}

/** Fetched on every mount and on window focus; the retries differ by page. Specification 7. */
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

export const currentEvent = read('GET /api/events/current')
export const upcomingEvents = read('GET /api/events/upcoming')
export const completedEvents = read('GET /api/events/completed')
export const allEvents = read('GET /api/events')

function isAdminRow(event: AdminEvent | PublicEvent): event is AdminEvent {
  return 'storedStatus' in event
}

/** The same call as an administrator's. Kept apart: what it answers is not for the landing page. */
export const adminEvents = queryOptions({
  ...lasting,
  queryKey: ['/api/events', 'admin'],
  queryFn: async ({ signal }) => (await call('GET /api/events', { signal })).filter(isAdminRow),
})
export const eventChecks = read('GET /api/admin/events/preflight')
export const deskFigures = read('GET /api/admin/figures')

/** Cached ten minutes, retried once. */
export const memberVideos = queryOptions({
  ...read('GET /api/members/videos'),
  staleTime: 10 * minute,
  gcTime: 10 * minute,
  retry: 1,
})

/** How far recordings were watched, as far as this session may see it. Kept apart by e-mail. */
export function watchProgressOf(email: string | null) {
  return queryOptions({
    queryKey: ['/api/members/progress', email],
    queryFn: ({ signal }) => call('GET /api/members/progress', { signal }),
    enabled: email !== null,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
