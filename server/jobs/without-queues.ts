import type { Jobs } from './create-jobs.ts'
import type { JobPayloads, QueueName } from './queues.ts'

/** The same queue, but what is sent to `off` is dropped: nothing is set that could do such a job. */
export function withoutQueues(jobs: Jobs, off: QueueName[]): Jobs {
  if (off.length === 0) return jobs
  async function send<Name extends QueueName>(
    transaction: Parameters<Jobs['send']>[0],
    name: Name,
    payloads: JobPayloads[Name][],
    options?: Parameters<Jobs['send']>[3],
  ) {
    if (!off.includes(name)) await jobs.send(transaction, name, payloads, options)
  }
  return { ...jobs, send, takes: (name) => !off.includes(name) }
}
