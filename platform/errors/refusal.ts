import { refusals, type DetailsOf, type RefusalCode } from '#kernel/refusals.ts'

/**
 * The response fields that a refusal code requires, plus a message if the code has no fixed one in kernel/refusals.ts.
 */
type Said<Code extends RefusalCode> = DetailsOf<Code> &
  ((typeof refusals)[Code] extends { message: string } ? { message?: string } : { message: string })

/**
 * An expected error of the API. When an operation throws it, the caller receives its status and the JSON `{message,
 * …details}`. Any other error is logged, and the caller receives status 500 without details.
 */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly status: number
  readonly details: { readonly [name: string]: unknown }

  constructor(
    code: Code,
    ...[said]: {} extends Said<Code> ? [said?: Said<Code>] : [said: Said<Code>]
  ) {
    const { status, message: usual } = refusals[code] as { status: number; message?: string }
    const { message, ...details } = said ?? {}
    super(message ?? usual)
    this.code = code
    this.status = status
    this.details = details
  }
}

export const retryAfterSeconds = 10
/** Header of a 503 response that tells clients when to retry. */
export const retryLater = { 'retry-after': String(retryAfterSeconds) }

type InputCode = 'invalid_input' | 'too_large' | 'address_too_long' | 'unknown_event'

/** Returns a 400 refusal that lists each invalid field with a message. */
export function invalidInput(
  errors: { field: string; message: string }[],
  code: InputCode = 'invalid_input',
) {
  const messages = [...new Set(errors.map((error) => error.message))]
  return new Refusal(code, { message: messages.join('. '), errors })
}
