import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'
import type { getAccount } from '#features/account/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'

export type OwnAccount = ReplyOf<typeof getAccount>

/** Query of one's own data, refetched on each visit; refused until the browser's address is verified. */
export const accountQuery = queryOptions({ ...read('GET /api/me'), staleTime: 0, gcTime: 0 })
