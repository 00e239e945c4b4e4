import { queryOptions } from '@tanstack/react-query'
import { call } from '#app/api/call.ts'
import { listQuery } from '#app/api/list-query.ts'

/** The desk's reads, made inside the gate only. */

export const registrations = listQuery('GET /api/registrations')
export const eventRegistrations = listQuery('GET /api/event-registrations')
export const videoAccess = listQuery('GET /api/video-access')
export const registrantAccess = listQuery('GET /api/admin/registrant-access-stats')
/** Before the lists, and never summed up from what has come of them. */
export const deskCounts = queryOptions({
  queryKey: ['/api/admin/counts'],
  queryFn: ({ signal }) => call('GET /api/admin/counts', { signal }),
})
