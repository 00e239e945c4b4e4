import { pgTable, text } from 'drizzle-orm/pg-core'
import { setupMarks as marks } from '#kernel/values.ts'
import { createdAt, oneOf } from './columns.ts'

/**
 * What cannot be told from what is there: that an administrator was led to the set-up, closed it, or skipped
 * one of its steps. A database that was in use before there was a set-up counts as closed.
 */
export const setupMarks = pgTable(
  'setup_marks',
  { mark: text({ enum: marks }).primaryKey(), createdAt: createdAt() },
  (table) => [oneOf('setup_marks_mark_check', table.mark, marks)],
)
