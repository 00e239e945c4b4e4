import { createWorkThread } from '#platform/threads/work-thread.ts'
import type { Report } from './read-report.ts'

const thread = createWorkThread<(source: Uint8Array) => Promise<Report>>(
  new URL('./report-thread.ts', import.meta.url),
)

/** As readReport, beside the site: anybody may write such a mail. Throws TooMuchWork as well. */
export function readReportInThread(source: Uint8Array): Promise<Report> {
  return thread.run(source)
}
