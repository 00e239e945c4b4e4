import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { listQuery } from '#client/api/list-query.ts'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import type { RegistrantAccessRow } from '#features/reports/contract.ts'

/** The latest first, those without any last. The list comes by people, not by use. */
function byLastAccess(one: RegistrantAccessRow, other: RegistrantAccessRow) {
  const [mine, theirs] = [one.lastAccess ?? '', other.lastAccess ?? '']
  if (mine !== theirs) return mine < theirs ? 1 : -1
  return one.email < other.email ? -1 : 1
}

/** The admin area's reads, made inside the gate only. */

const registrations = listQuery('GET /api/registrations')
const eventRegistrations = listQuery('GET /api/event-registrations')
const videoAccess = listQuery('GET /api/video-access')
const registrantAccess = listQuery('GET /api/admin/registrant-access-stats', byLastAccess)
/** Before the lists, and never summed up from what has come of them. */
const dashboardCounts = queryOptions({
  queryKey: ['/api/admin/counts'],
  queryFn: ({ signal }) => call('GET /api/admin/counts', { signal }),
})

/** What the tables and cards are made of; the counts are asked for first. Specification, "Admin area". */
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
