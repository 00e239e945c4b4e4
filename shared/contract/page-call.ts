import type { Endpoint, ParamsOf, ReplyOf } from './endpoint.ts'

/** Calls a public endpoint in the same process, by its contract entry, as a visitor without a session. */
export type PageCall = <E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
) => Promise<ReplyOf<E>>
