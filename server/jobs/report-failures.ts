import type { ReportFailure } from '#server/report-failure.ts'
import { GiveUp, TryLater } from './outcomes.ts'
import type { QueueName } from './queues.ts'
import { StepsFailed } from './run-steps.ts'

/** Whose words name no address. */
const aboutNobody = new Set<QueueName>(['sweep', 'make-backup'])

/**
 * Passes on what jobs fail of that is nobody's intention, each step of a sweep for itself. Jobs about
 * a person are reported without a provider's words, which name addresses; the person's row has them.
 */
export function reportFailures(report: ReportFailure) {
  return (queue: QueueName, error: unknown) => {
    if (error instanceof GiveUp || error instanceof TryLater) return
    if (!(error instanceof StepsFailed)) {
      return report(`Queue: ${queue}`, error, { hasWords: aboutNobody.has(queue) })
    }
    for (const { step, error: cause } of error.failures) report(`Queue: ${queue} (${step})`, cause)
  }
}
