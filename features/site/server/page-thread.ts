import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { parsePage } from './parse-page.ts'

/** Entry point of the worker thread in which own-page.ts parses Markdown. */
answerTasks(parsePage)
