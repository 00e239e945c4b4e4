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
 * Converts the error of a form post from a browser without scripts to the CallError that a scripted call would have
 * thrown. Returns undefined if there was no error.
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
 * Returns the values and field errors with which a form is rendered. If the server has just rejected a form post, these
 * are the visitor's input and its errors; otherwise `blank` without errors.
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
