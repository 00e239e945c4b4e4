import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Anew on each visit: others change them as well. */
export const settings = queryOptions({ ...read('GET /api/admin/settings'), staleTime: 0 })
