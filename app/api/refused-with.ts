import type { DetailsOf, RefusalCode } from '#shared/contract/refusals.ts'
import { CallError } from './call.ts'

/**
 * The code, and that of a finished event as Specification, "Refusals and toasts" tells it apart,
 * whoever answered.
 */
function codeOf({ code, answer }: CallError) {
  const isOver = answer.eventStatus === 'finished' || answer.suggestFutureEvents === true
  return isOver ? 'event_finished' : code
}

/** What goes with a refusal, where the server said no for this reason. */
export function refusedWith<Code extends RefusalCode>(
  error: unknown,
  code: Code,
): DetailsOf<Code> | undefined {
  const isIt = error instanceof CallError && codeOf(error) === code
  return isIt ? (error.answer as DetailsOf<Code>) : undefined
}

/** What the server found wrong with what was sent, field by field. */
export function wrongFields(error: unknown) {
  const refused = refusedWith(error, 'invalid_input') ?? refusedWith(error, 'too_large')
  return refused?.errors ?? []
}
