import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { prepareTranscript } from './prepare-transcript.ts'

/** Run as a thread by save-transcript.ts. */
answerTasks(prepareTranscript)
