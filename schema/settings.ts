import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, updatedAt } from './columns.ts'

/**
 * Settings that administrators changed in the admin area. An environment variable of the same name takes precedence.
 * A trigger notifies every node of changes. Backups exclude `sealed`: `platform/db/copy/export-database.ts`.
 */
export const settings = pgTable('settings', {
  /** Name of the environment variable, such as `SMTP_URL`. */
  name: text().primaryKey(),
  /** The setting's value without passwords and keys; null if the whole value is a secret. */
  value: text(),
  /** The setting's secret, encrypted with a key outside the database; null without a secret, and after a restore. */
  sealed: bytes(),
  updatedAt: updatedAt(),
})
