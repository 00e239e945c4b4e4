import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'

/** Query for all settings, refetched on each visit because other administrators may have changed them. */
export const settings = queryOptions({ ...read('GET /api/admin/settings'), staleTime: 0 })
