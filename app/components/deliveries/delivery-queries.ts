import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeliveryState } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'

export type DeliveryFilter = { eventId?: number; email: string; state?: DeliveryState }

const pageSize = 20
/** While something is under way the desk looks again after so many milliseconds. */
const watchMs = 4000

const calm = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const deliveriesKey = ['/api/admin/messages'] as const

function isMoving({ state }: { state: DeliveryState }) {
  return state === 'waiting' || state === 'sending'
}

/** Deliveries in pages, newest first; looked at again as long as one is under way, listed or only counted. */
export function deliveriesOf(filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/messages', {
        query: { ...filter, before: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0] && data.pages[0].counts.waiting + data.pages[0].counts.sending > 0
        ? watchMs
        : false,
    ...calm,
  })
}

export function deliveryOf(id: number) {
  return queryOptions({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ signal }) => call('GET /api/admin/messages/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? watchMs : false),
    ...calm,
  })
}

export const messageSetup = queryOptions({
  queryKey: ['/api/admin/message-setup'],
  queryFn: ({ signal }) => call('GET /api/admin/message-setup', { signal }),
  staleTime: Infinity,
  ...calm,
})
