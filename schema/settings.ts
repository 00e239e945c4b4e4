import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, updatedAt } from './columns.ts'

/**
 * Settings stored by administrators; the environment overrides them. A trigger notifies every node of changes.
 * Backups exclude sealed values: `platform/db/copy/export-database.ts`.
 */
export const settings = pgTable('settings', {
  /** Name of the environment variable, such as `SMTP_URL`. */
  name: text().primaryKey(),
  /** The value without its secret; null if it is only a secret. */
  value: text(),
  /** The encrypted secret, whose key is not in the database; null without one, and after a restore. */
  sealed: bytes(),
  updatedAt: updatedAt(),
})
