import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Refetched on each visit, because other administrators change the list, too. */
export const administrators = queryOptions({
  ...read('GET /api/admin/administrators'),
  staleTime: 0,
})
