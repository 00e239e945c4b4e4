import { queryOptions } from '@tanstack/react-query'
import type { Address } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'

/** The desk's reads, made inside the gate only. */
function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [address.slice(address.indexOf('/'))],
    queryFn: ({ signal }) => call(address, { signal }),
  })
}

export const registrations = read('GET /api/registrations')
export const eventRegistrations = read('GET /api/event-registrations')
export const videoAccess = read('GET /api/video-access')
export const accessStats = read('GET /api/admin/access-stats')
export const registrantAccess = read('GET /api/admin/registrant-access-stats')
