import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { readMarkdown } from './read-markdown.ts'

/** Entry point of the thread that written-announcement.ts starts. */
answerTasks(readMarkdown)
