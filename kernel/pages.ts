import type { Endpoint, ParamsOf, ReplyOf } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

/** Calls a public endpoint in the same process as a visitor without a session. */
export type PageCall = <E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
) => Promise<ReplyOf<E>>

/**
 * The result of a form post without JavaScript, for the page that is rendered in response: the typed values and
 * the call's reply.
 */
export type FormAnswer = {
  typed: Record<string, string>
  status: number
  /** Code of the call's refusal. */
  code: RefusalCode | null
  /** The call's reply or refusal; null after an internal error. */
  reply: unknown
  /** The library's videos, for a person who just entered it. */
  videos?: readonly unknown[]
}
