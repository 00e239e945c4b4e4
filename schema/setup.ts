import { pgTable, text } from 'drizzle-orm/pg-core'
import { setupMarks as marks } from '#kernel/values.ts'
import { createdAt, oneOf } from './columns.ts'

/**
 * Marks of the setup guide that cannot be derived from other tables: opened, dismissed, and skipped steps. A
 * migration marked the guide as dismissed in databases that were already in use.
 */
export const setupMarks = pgTable(
  'setup_marks',
  { mark: text({ enum: marks }).primaryKey(), createdAt: createdAt() },
  (table) => [oneOf('setup_marks_mark_check', table.mark, marks)],
)
