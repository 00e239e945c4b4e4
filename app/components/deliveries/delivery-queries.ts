import { queryOptions } from '@tanstack/react-query'
import type { DeliveryState } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { deskPages, watchWhile } from '#app/components/desk/desk-pages.ts'

export type DeliveryFilter = { eventId?: number; email: string; state?: DeliveryState }

const pageSize = 20

export const deliveriesKey = ['/api/admin/messages'] as const

/** Deliveries in pages, newest first; looked at again as long as one is under way, listed or only counted. */
export function deliveriesOf(filter: DeliveryFilter) {
  return deskPages({
    queryKey: [...deliveriesKey, filter],
    load: ({ before, signal }) =>
      call('GET /api/admin/messages', { query: { ...filter, before, limit: pageSize }, signal }),
    isMoving: ({ counts }) => counts.waiting + counts.sending > 0,
  })
}

export function deliveryOf(id: number) {
  return queryOptions({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ signal }) => call('GET /api/admin/messages/:id', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<{ state: DeliveryState }>(
      ({ state }) => state === 'waiting' || state === 'sending',
    ),
  })
}

export const messageSetup = queryOptions({
  queryKey: ['/api/admin/message-setup'],
  queryFn: ({ signal }) => call('GET /api/admin/message-setup', { signal }),
})
