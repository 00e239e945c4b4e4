import { answerTasks } from '#platform/threads/answer-tasks.ts'
import { readMarkdown } from './read-markdown.ts'

/** Entry point of the worker thread in which written-announcement.ts parses Markdown. */
answerTasks(readMarkdown)
