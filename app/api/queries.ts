import { queryOptions } from '@tanstack/react-query'
import type { AdminEvent, PublicEvent } from '#shared/contract/events.ts'
import type { Address } from './addresses.ts'
import { call, CallError } from './call.ts'

const minute = 60_000

/** A read that lasts: create-query-client.ts says how long. What is said below differs. */
function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [address.slice(address.indexOf('/'))],
    queryFn: ({ signal }) => call(address, { signal }),
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
export const authStatusKey = authStatusOnAdmin.queryKey

export const currentEvent = read('GET /api/events/current')
export const upcomingEvents = read('GET /api/events/upcoming')
export const completedEvents = read('GET /api/events/completed')
export const allEvents = read('GET /api/events')
/** The same call for lists to choose from: an administrator's rows, which the landing page must not get. */
export const eventChoice = queryOptions({ ...allEvents, queryKey: ['/api/events', 'choice'] })

function isAdminRow(event: AdminEvent | PublicEvent): event is AdminEvent {
  return 'storedStatus' in event
}

/**
 * The same call as an administrator's, kept apart: what it answers is not for the landing page. It answers
 * everybody, so that other rows than an administrator's mean what a 401 means elsewhere.
 */
export const adminEvents = queryOptions({
  queryKey: ['/api/events', 'admin'],
  async queryFn({ signal }) {
    const events = await call('GET /api/events', { signal })
    if (!events.every(isAdminRow)) throw new CallError(401, '', 'No administrator is logged in')
    return events
  },
})
export const eventChecks = read('GET /api/admin/events/preflight')
export const deskFigures = read('GET /api/admin/figures')
export const backups = read('GET /api/admin/backups')

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
    staleTime: 0,
  })
}
