import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SeatState } from '#shared/seats.ts'
import { call } from '#app/api/call.ts'
import { deskPages } from '#app/components/desk/desk-pages.ts'

/** `search`: parts of name or e-mail. */
export type SeatFilter = { eventId?: number; search: string; state?: SeatState }

const pageSize = 50

export const seatsKey = ['/api/admin/seats'] as const

export const seatSetup = queryOptions({
  queryKey: ['/api/admin/seat-setup'],
  queryFn: ({ signal }) => call('GET /api/admin/seat-setup', { signal }),
})

/** Seats in webinars in pages; looked at again as long as one of them is on its way, which takes a Zoom. */
export function useSeats(filter: SeatFilter) {
  const isTaking = useQuery(seatSetup).data?.isConfigured ?? false
  return useInfiniteQuery(
    deskPages({
      queryKey: [...seatsKey, filter],
      load: ({ before, signal }) =>
        call('GET /api/admin/seats', { query: { ...filter, before, limit: pageSize }, signal }),
      isMoving: ({ seats }) => isTaking && seats.some(({ state }) => state === 'waiting'),
    }),
  )
}
