import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { readReport } from './read-report.ts'

/** Run as a thread by read-in-thread.ts; what is handed over arrives as bytes, no Buffer any more. */
answerTasks((source: Uint8Array) => readReport(Buffer.from(source)))
