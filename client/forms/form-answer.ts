import { CallError, wrongFields } from '#client/api/call.ts'
import type { FormAnswer } from '#kernel/pages.ts'

/** Id of a page's form: the response to a post scrolls to it. */
export const formId = 'form'

/** A message shown as a toast, or in the page without scripts. */
export type Notice = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
  duration?: number
}

/** Returns the refusal of a posted form as the CallError that a call would have thrown. */
export function answerFailure(answer: FormAnswer | undefined): CallError | undefined {
  if (!answer || answer.status < 400) return undefined
  return new CallError(answer.status, JSON.stringify(answer.reply), '', answer.code)
}

/** Returns the reply to a posted form. */
export function answerReply(answer: FormAnswer | undefined): unknown {
  return answer && answer.status < 400 ? answer.reply : undefined
}

/** Returns initial values and errors of a posted form. */
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

/** Returns the message above the form; undefined if all errors are at fields. */
export function answerNotice(
  answer: FormAnswer | undefined,
  describe: (failure: CallError) => Notice,
): Notice | undefined {
  const failure = answerFailure(answer)
  return failure && wrongFields(failure).length === 0 ? describe(failure) : undefined
}
