import { queryOptions } from '@tanstack/react-query'
import type { OutboxEntryState } from '#shared/messages.ts'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { adminPages, watchWhile } from '#app/screens/desk/parts/desk-pages.ts'
import type { WorkFilter } from '#app/screens/desk/parts/work-list.tsx'

const pageSize = 20

export const outboxEntriesKey = [pathOf('GET /api/admin/messages')] as const

/**
 * Outbox entries in pages, newest first; looked at again as long as one is under way, listed or only counted.
 */
export function outboxEntriesOf(filter: WorkFilter<OutboxEntryState>) {
  return adminPages({
    queryKey: [...outboxEntriesKey, filter],
    load: ({ before, signal }) =>
      call('GET /api/admin/messages', {
        query: { ...filter, before, limit: pageSize },
        signal,
      }),
    isMoving: ({ counts }) => counts.waiting + counts.sending > 0,
  })
}

export function outboxEntryOf(id: number) {
  return queryOptions({
    queryKey: [...outboxEntriesKey, id],
    queryFn: ({ signal }) => call('GET /api/admin/messages/:id', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: watchWhile<{ state: OutboxEntryState }>(
      ({ state }) => state === 'waiting' || state === 'sending',
    ),
  })
}

export const mailSetup = queryOptions({
  queryKey: [pathOf('GET /api/admin/message-setup')],
  queryFn: ({ signal }) => call('GET /api/admin/message-setup', { signal }),
})
