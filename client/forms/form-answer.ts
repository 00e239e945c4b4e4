import { CallError, wrongFields } from '#client/api/call.ts'
import type { FormAnswer } from '#kernel/pages.ts'

/** Where a page's form stands: the answer to it opens there, whatever is above it. */
export const formId = 'form'

/**
 * What a toast says where scripts run; without them the page says it in its place. Specification,
 * "Refusals and toasts".
 */
export type Notice = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
  duration?: number
}

/** The refusal of a form that was posted without scripts, as a call of this browser would have thrown it. */
export function answerFailure(answer: FormAnswer | undefined): CallError | undefined {
  if (!answer || answer.status < 400) return undefined
  return new CallError(answer.status, JSON.stringify(answer.reply), '', answer.code)
}

/** What the call behind such a form replied. */
export function answerReply(answer: FormAnswer | undefined): unknown {
  return answer && answer.status < 400 ? answer.reply : undefined
}

/** What was typed before, and what is wrong with it: how a form begins. */
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

/** What is said above the form: nothing where everything is said at the fields. */
export function answerNotice(
  answer: FormAnswer | undefined,
  describe: (failure: CallError) => Notice,
): Notice | undefined {
  const failure = answerFailure(answer)
  return failure && wrongFields(failure).length === 0 ? describe(failure) : undefined
}
