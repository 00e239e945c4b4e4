import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SeatState } from '#shared/seats.ts'
import { call } from '#app/api/call.ts'

/** `search`: parts of name or e-mail. */
export type SeatFilter = { eventId?: number; search: string; state?: SeatState }

const pageSize = 50
/** While seats are being taken the desk looks again after so many milliseconds. */
const watchMs = 5000

const calm = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const seatsKey = ['/api/admin/seats'] as const

/** Seats in webinars in pages; looked at again as long as one of them is on its way. */
export function seatsOf(filter: SeatFilter) {
  return infiniteQueryOptions({
    queryKey: [...seatsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/seats', {
        query: { ...filter, before: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ seats }) => seats.some(({ state }) => state === 'waiting'))
        ? watchMs
        : false,
    ...calm,
  })
}

export const seatSetup = queryOptions({
  queryKey: ['/api/admin/seat-setup'],
  queryFn: ({ signal }) => call('GET /api/admin/seat-setup', { signal }),
  staleTime: Infinity,
  ...calm,
})
