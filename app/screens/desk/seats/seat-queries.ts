import { queryOptions } from '@tanstack/react-query'
import type { WebinarSeatState } from '#shared/seats.ts'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { adminPages } from '#app/screens/desk/parts/desk-pages.ts'
import type { WorkFilter } from '#app/screens/desk/parts/work-list.tsx'

const pageSize = 50

export const webinarSeatsKey = [pathOf('GET /api/admin/seats')] as const

export const webinarSeatSetup = queryOptions({
  queryKey: [pathOf('GET /api/admin/seat-setup')],
  queryFn: ({ signal }) => call('GET /api/admin/seat-setup', { signal }),
})

/** Seats in webinars in pages; looked at again as long as one of them is on its way, which takes a Zoom. */
export function webinarSeatsOf(filter: WorkFilter<WebinarSeatState>, isTaking: boolean) {
  return adminPages({
    queryKey: [...webinarSeatsKey, filter],
    load: ({ before, signal }) =>
      call('GET /api/admin/seats', { query: { ...filter, before, limit: pageSize }, signal }),
    isMoving: ({ seats: webinarSeats }) =>
      isTaking && webinarSeats.some(({ state }) => state === 'waiting'),
  })
}
