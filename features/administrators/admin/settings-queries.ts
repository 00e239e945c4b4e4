import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Query for the list of administrators, refetched on each visit because others may have changed it. */
export const administrators = queryOptions({
  ...read('GET /api/admin/administrators'),
  staleTime: 0,
})
