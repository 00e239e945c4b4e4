import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Anew on each visit: others add and remove as well. */
export const administrators = queryOptions({
  ...read('GET /api/admin/administrators'),
  staleTime: 0,
})
