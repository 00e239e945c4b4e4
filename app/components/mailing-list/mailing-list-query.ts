import { queryOptions } from '@tanstack/react-query'
import type { MemberState } from '#shared/mailing-list.ts'
import { call } from '#app/api/call.ts'
import { calm, deskPages } from '#app/components/desk/desk-pages.ts'

export type MemberFilter = { search: string; state?: MemberState }

const pageSize = 20
/** While something waits the desk looks again after so many milliseconds. */
const watchMs = 5000

const mailingListKey = ['/api/admin/mailing-list'] as const

/** How many people became what; reading this key anew reads the people anew as well. */
export const mailingList = queryOptions({
  queryKey: mailingListKey,
  queryFn: ({ signal }) => call('GET /api/admin/mailing-list', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data && data.counts.waiting + data.counts.syncing > 0 ? watchMs : false,
  ...calm,
})

/** The people themselves. */
export function membersOf(filter: MemberFilter) {
  return deskPages({
    queryKey: [...mailingListKey, filter],
    load: ({ before, signal }) =>
      call('GET /api/admin/mailing-list/members', {
        query: { ...filter, before, limit: pageSize },
        signal,
      }),
    isMoving: ({ members }) =>
      members.some(({ state }) => state === 'waiting' || state === 'syncing'),
  })
}
