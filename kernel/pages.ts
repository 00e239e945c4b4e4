import type { Endpoint, ParamsOf, ReplyOf } from './endpoint.ts'
import type { RefusalCode } from './refusals.ts'

/** Calls a public endpoint in the same process, by its contract entry, as a visitor without a session. */
export type PageCall = <E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
) => Promise<ReplyOf<E>>

/**
 * What became of a form that was posted without scripts, for the page that is rendered in answer to it:
 * what was typed, and what the call behind the form said. Specification, "Forms".
 */
export type FormAnswer = {
  typed: Record<string, string>
  status: number
  /** Of its refusal. */
  code: RefusalCode | null
  /**
   * The call's reply, or its refusal; null where the server broke, which is told in no words of its
   * own.
   */
  reply: unknown
  /** Whoever entered the library gets it at once. */
  videos?: readonly unknown[]
}
