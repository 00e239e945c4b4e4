import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'
import type { getAccount } from '#features/account/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'

export type OwnAccount = ReplyOf<typeof getAccount>

/** What is one's own, read anew on every visit; refused until the browser has shown whose it is. */
export const accountQuery = queryOptions({ ...read('GET /api/me'), staleTime: 0, gcTime: 0 })
