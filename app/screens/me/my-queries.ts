import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getAccount } from '#shared/contract/me.ts'
import { read } from '#app/api/queries.ts'

export type Mine = ReplyOf<typeof getAccount>

/** What is one's own, read anew on every visit; refused until the browser has shown whose it is. */
export const mine = queryOptions({ ...read('GET /api/me'), staleTime: 0, gcTime: 0 })
