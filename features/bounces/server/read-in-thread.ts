import { createWorkThread } from '#platform/threads/work-thread.ts'
import type { Report } from './read-report.ts'

const thread = createWorkThread<(source: Uint8Array) => Promise<Report>>(
  new URL('./report-thread.ts', import.meta.url),
)

/**
 * Runs readReport in a worker thread, because the mail is untrusted. Throws its errors, and TooMuchWork if the
 * thread exceeds its time or memory limit.
 */
export function readReportInThread(source: Uint8Array): Promise<Report> {
  return thread.run(source)
}
