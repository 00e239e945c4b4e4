import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { prepareTranscript } from './prepare-transcript.ts'

/** Entry point of the worker thread that save-transcript.ts starts. */
answerTasks(prepareTranscript)
