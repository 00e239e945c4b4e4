import { queryOptions } from '@tanstack/react-query'
import { read } from '#app/api/queries.ts'

export const settings = read('GET /api/admin/settings')
/** Anew on each visit: others add and remove as well. */
export const administrators = queryOptions({
  ...read('GET /api/admin/administrators'),
  staleTime: 0,
})
