import { pgTable, text } from 'drizzle-orm/pg-core'
import { setupMarks as marks } from '#kernel/values.ts'
import { createdAt, oneOf } from './columns.ts'

/**
 * State of the set-up that other tables do not show: opened, dismissed, or a skipped step. A database in use
 * before the set-up existed counts as dismissed.
 */
export const setupMarks = pgTable(
  'setup_marks',
  { mark: text({ enum: marks }).primaryKey(), createdAt: createdAt() },
  (table) => [oneOf('setup_marks_mark_check', table.mark, marks)],
)
