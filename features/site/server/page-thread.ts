import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { parsePage } from './parse-page.ts'

/** Run as a thread by own-page.ts. */
answerTasks(parsePage)
