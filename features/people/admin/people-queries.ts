import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pathOf, call } from '#client/api/call.ts'
import { type PeopleOrder, peoplePageSize } from '#features/people/rules.ts'

export type YesOrNo = 'yes' | 'no'
/** Filter of the list of people; `search` contains parts of a name, email or company. */
export type PeopleChoice = {
  search: string
  event?: number
  cancelled?: YesOrNo
  consent?: YesOrNo
  came?: YesOrNo
  watched?: YesOrNo
  bounced?: YesOrNo
  sort?: PeopleOrder
}

const peopleKey = [pathOf('GET /api/admin/people')] as const

/** Query for the people who match a filter, newest first, one numbered page at a time. */
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

/** Query for everything stored about one person, fetched again on each visit of the person's page. */
export function personOf(key: string) {
  return queryOptions({
    queryKey: [...peopleKey, key],
    queryFn: ({ signal }) => call('GET /api/admin/people/:key', { params: { key }, signal }),
    staleTime: 0,
  })
}
