import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getMailingList } from '#shared/contract/mailing-list.ts'
import type { MemberState } from '#shared/mailing-list.ts'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { adminPages, watchWhile } from '#app/screens/desk/parts/desk-pages.ts'
import type { WorkFilter } from '#app/screens/desk/parts/work-list.tsx'

const pageSize = 20

type MailingList = ReplyOf<typeof getMailingList>

const mailingListKey = [pathOf('GET /api/admin/mailing-list')] as const

/** How many people became what; reading this key anew reads the people anew as well. */
export const mailingList = queryOptions({
  queryKey: mailingListKey,
  queryFn: ({ signal }) => call('GET /api/admin/mailing-list', { signal }),
  staleTime: 0,
  refetchInterval: watchWhile<MailingList>(
    ({ isConfigured, counts }) => isConfigured && counts.waiting + counts.syncing > 0,
  ),
})

/** The people themselves. */
export function membersOf(filter: WorkFilter<MemberState>) {
  return adminPages({
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
