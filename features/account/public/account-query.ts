import { queryOptions } from '@tanstack/react-query'
import { read } from '#client/api/call.ts'
import type { getAccount } from '#features/account/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'

export type OwnAccount = ReplyOf<typeof getAccount>

/**
 * Query for the person's own data, fetched again on each visit. The server refuses it until the session's
 * email is verified.
 */
export const accountQuery = queryOptions({ ...read('GET /api/me'), staleTime: 0, gcTime: 0 })
