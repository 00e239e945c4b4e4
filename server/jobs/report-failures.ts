import { DrizzleQueryError } from 'drizzle-orm'
import { GiveUp, TryLater } from './outcomes.ts'
import type { QueueName } from './queues.ts'
import { StepsFailed } from './run-steps.ts'

type Report = (queue: QueueName, error: unknown) => void

/** Failures alike are reported once in such a time: an outage meets every waiting job. */
const quietMs = 60_000

/**
 * Passes on what jobs fail of that is nobody's intention, each step of a sweep for itself. Jobs about
 * a person are reported without a provider's words, which name addresses; the person's row has them.
 */
export function reportFailures(onError: (error: unknown) => void, now = Date.now): Report {
  const reported = new Map<string, number>()

  function report(about: string, error: unknown, hasWords: boolean) {
    const title = `${about} failed: ${wordsOf(error, hasWords)}`
    if (now() - (reported.get(title) ?? 0) < quietMs) return
    reported.set(title, now())
    const shown = new Error(title)
    shown.stack = `${title}${framesOf(error)}`
    onError(shown)
  }

  return (queue, error) => {
    for (const [title, since] of reported) if (now() - since >= quietMs) reported.delete(title)
    if (error instanceof GiveUp || error instanceof TryLater) return
    const isAboutPerson = queue !== 'sweep'
    if (!(error instanceof StepsFailed)) return report(queue, error, !isAboutPerson)
    for (const { step, error: cause } of error.failures) {
      report(`${queue} (${step})`, cause, !isAboutPerson)
    }
  }
}

/** The name and code of what went wrong, and its words where they tell of nobody. */
function wordsOf(error: unknown, hasWords: boolean) {
  // A failed query's own message quotes its parameters.
  const cause = error instanceof DrizzleQueryError ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return hasWords ? String(cause) : 'no error at all'
  const { code } = cause as { code?: unknown }
  const words = hasWords && !(cause instanceof DrizzleQueryError) ? cause.message : ''
  return [cause.name, typeof code === 'string' ? code : '', words].filter(Boolean).join(' ')
}

/** Where it happened: the stack without its first lines, which repeat the message. */
function framesOf(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const start = stack.indexOf('\n    at ')
  return start < 0 ? '' : stack.slice(start)
}
