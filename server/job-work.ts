import type { Deps } from './deps.ts'
import type { JobHandlers } from './jobs/run-job.ts'

/** What each queue's jobs do. One job may run twice: every handler begins with what the rows say. */
export function jobHandlers(_deps: Deps): JobHandlers {
  return {
    async 'send-message'() {},
    async sweep() {},
  }
}
