import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pathOf, call } from '#client/api/call.ts'
import { type PeopleOrder, peoplePageSize } from '#features/people/rules.ts'

export type YesOrNo = 'yes' | 'no'
/** Filter of the list; `search` contains parts of name, email or company. */
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

/** Query of the matching people, newest first, one numbered page at a time. */
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

/** Query of everything stored about one person; refetched on each visit. */
export function personOf(key: string) {
  return queryOptions({
    queryKey: [...peopleKey, key],
    queryFn: ({ signal }) => call('GET /api/admin/people/:key', { params: { key }, signal }),
    staleTime: 0,
  })
}
