import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pathOf, call } from '#client/api/call.ts'
import { type PeopleOrder, peoplePageSize } from '#features/people/rules.ts'

export type YesOrNo = 'yes' | 'no'
/** `search`: parts of name, e-mail or company. */
export type PeopleChoice = {
  search: string
  event?: number
  consent?: YesOrNo
  came?: YesOrNo
  watched?: YesOrNo
  bounced?: YesOrNo
  sort?: PeopleOrder
}

const peopleKey = [pathOf('GET /api/admin/people')] as const

/** Everybody who is found, newest first, in pages by their number. */
export function peopleOf(choice: PeopleChoice) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, choice],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/people', { query: { ...choice, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * peoplePageSize < total ? page + 1 : undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** All that is known of one person; looked at anew on every visit. */
export function personOf(key: string) {
  return queryOptions({
    queryKey: [...peopleKey, key],
    queryFn: ({ signal }) => call('GET /api/admin/people/:key', { params: { key }, signal }),
    staleTime: 0,
  })
}
