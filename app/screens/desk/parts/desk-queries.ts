import { queryOptions } from '@tanstack/react-query'
import type { RegistrantAccessRow } from '#shared/contract/desk.ts'
import { call } from '#app/api/call.ts'
import { listQuery } from '#app/api/list-query.ts'

/** The latest first, those without any last. The list comes by people, not by use. */
function byLastAccess(one: RegistrantAccessRow, other: RegistrantAccessRow) {
  const [mine, theirs] = [one.lastAccess ?? '', other.lastAccess ?? '']
  if (mine !== theirs) return mine < theirs ? 1 : -1
  return one.email < other.email ? -1 : 1
}

/** The admin area's reads, made inside the gate only. */

export const registrations = listQuery('GET /api/registrations')
export const eventRegistrations = listQuery('GET /api/event-registrations')
export const videoAccess = listQuery('GET /api/video-access')
export const registrantAccess = listQuery('GET /api/admin/registrant-access-stats', byLastAccess)
/** Before the lists, and never summed up from what has come of them. */
export const dashboardCounts = queryOptions({
  queryKey: ['/api/admin/counts'],
  queryFn: ({ signal }) => call('GET /api/admin/counts', { signal }),
})
