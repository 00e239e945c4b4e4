import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { parsePage } from './parse-page.ts'

/** Entry point of the thread that own-page.ts starts. */
answerTasks(parsePage)
