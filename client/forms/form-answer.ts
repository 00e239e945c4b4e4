import { CallError, wrongFields } from '#client/api/call.ts'
import type { FormAnswer } from '#kernel/pages.ts'

/** The `id` attribute of a page's form, to which the browser scrolls after a form post. */
export const formId = 'form'

/** A message shown as a toast, or in browsers without scripts inside the page. */
export type Notice = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
  duration?: number
}

/**
 * Returns the refusal of a form post as the CallError that a failed call of the endpoint throws; undefined if
 * the post was not refused.
 */
export function answerFailure(answer: FormAnswer | undefined): CallError | undefined {
  if (!answer || answer.status < 400) return undefined
  return new CallError(answer.status, JSON.stringify(answer.reply), '', answer.code)
}

/** Returns the endpoint's reply to a successful form post; undefined otherwise. */
export function answerReply(answer: FormAnswer | undefined): unknown {
  return answer && answer.status < 400 ? answer.reply : undefined
}

/**
 * Returns a form's initial values and field errors: after a refused form post, what the visitor typed;
 * otherwise `blank`.
 */
export function answeredForm<Values extends Record<string, string | boolean>>(
  answer: FormAnswer | undefined,
  blank: Values,
) {
  const failure = answerFailure(answer)
  const typed = Object.entries(blank).map(([name, value]) => {
    const before = failure && answer?.typed[name]
    return [name, typeof value === 'boolean' ? (before ? true : value) : (before ?? value)]
  })
  const errors = wrongFields(failure).map(({ field, message }) => [
    field,
    { type: 'server', message },
  ])
  return {
    defaultValues: Object.fromEntries(typed) as Values,
    errors: Object.fromEntries(errors) as Record<keyof Values, { type: string; message: string }>,
  }
}

/** Returns the message above a form after a refused form post; undefined if the fields show all errors. */
export function answerNotice(
  answer: FormAnswer | undefined,
  describe: (failure: CallError) => Notice,
): Notice | undefined {
  const failure = answerFailure(answer)
  return failure && wrongFields(failure).length === 0 ? describe(failure) : undefined
}
