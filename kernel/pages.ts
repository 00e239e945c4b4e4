import type { Endpoint, ParamsOf, ReplyOf } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

/** A function that calls a public endpoint in the server's process, as a visitor without a session. */
export type PageCall = <E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
) => Promise<ReplyOf<E>>

/**
 * The result of a form post without JavaScript, for the page that is rendered in response: the typed values and
 * the reply of the endpoint that the form calls.
 */
export type FormAnswer = {
  typed: Record<string, string>
  status: number
  /** The endpoint's refusal code; null if the endpoint accepted the form. */
  code: RefusalCode | null
  /** Body of the endpoint's reply or refusal; null after an internal error. */
  reply: unknown
  /** The recordings that the visitor may watch, if the posted form signed the visitor in to the video library. */
  videos?: readonly unknown[]
}
