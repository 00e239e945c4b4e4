import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Refetched on each visit, because other administrators change them, too. */
export const settings = queryOptions({ ...read('GET /api/admin/settings'), staleTime: 0 })
