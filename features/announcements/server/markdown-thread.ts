import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { readMarkdown } from './read-markdown.ts'

/** Run as a thread by written-announcement.ts. */
answerTasks(readMarkdown)
