import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, pathOf } from '#client/api/call.ts'
import type { Grouping, Stage } from '#features/funnel/rules.ts'

type ShownFilter = {
  eventId: number | undefined
  from: string | undefined
  to: string | undefined
  by: Grouping
}

export const funnel = (filter: ShownFilter) =>
  queryOptions({
    queryKey: [pathOf('GET /api/admin/funnel'), filter],
    queryFn: ({ signal }) => call('GET /api/admin/funnel', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** `key`: key of the funnel's row; undefined for all rows. */
export type ShownPeople = ShownFilter & { key: string | undefined; stage: Stage }

export const funnelPeople = (shown: ShownPeople) =>
  queryOptions({
    queryKey: [pathOf('GET /api/admin/funnel/people'), shown],
    queryFn: ({ signal }) => call('GET /api/admin/funnel/people', { query: shown, signal }),
    staleTime: 0,
  })
