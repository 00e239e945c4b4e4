import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { readReport } from './read-report.ts'

/** Entry point of the worker thread that read-in-thread.ts starts. The thread receives a Uint8Array, not a Buffer. */
answerTasks((source: Uint8Array) => readReport(Buffer.from(source)))
