import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { listQuery } from '#client/api/list-query.ts'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import type { RegistrantAccessRow } from '#features/reports/contract.ts'

/** Sorts by last use, latest first, people without use last. The list arrives sorted by person. */
function byLastAccess(one: RegistrantAccessRow, other: RegistrantAccessRow) {
  const [mine, theirs] = [one.lastAccess ?? '', other.lastAccess ?? '']
  if (mine !== theirs) return mine < theirs ? 1 : -1
  return one.email < other.email ? -1 : 1
}

/** Queries of the admin area; they run only after sign-in. */

const registrations = listQuery('GET /api/registrations')
const eventRegistrations = listQuery('GET /api/event-registrations')
const videoAccess = listQuery('GET /api/video-access')
const registrantAccess = listQuery('GET /api/admin/registrant-access-stats', byLastAccess)
/** Loaded before the lists. Never computed from lists that are still loading. */
const dashboardCounts = queryOptions({
  queryKey: ['/api/admin/counts'],
  queryFn: ({ signal }) => call('GET /api/admin/counts', { signal }),
})

/** Returns the queries of tables and cards; the counts are requested first. */
export function useDashboardLists() {
  return {
    counts: useQuery(dashboardCounts),
    events: useQuery(adminEvents),
    registrations: useQuery(registrations),
    eventRegistrations: useQuery(eventRegistrations),
    videoAccess: useQuery(videoAccess),
    registrantAccess: useQuery(registrantAccess),
  }
}

export type DashboardLists = ReturnType<typeof useDashboardLists>
