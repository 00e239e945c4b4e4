import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, updatedAt } from './columns.ts'

/**
 * What administrators set; the environment comes before it. A trigger tells every node of a change. No
 * logical copy holds what is sealed: `platform/db/copy/export-database.ts`.
 */
export const settings = pgTable('settings', {
  /** As in the environment, such as `SMTP_URL`. */
  name: text().primaryKey(),
  /** Without the secret in it; null where it is nothing but a secret. */
  value: text(),
  /** The secret, by a key that is not in the database; null where there is none, or after a restore. */
  sealed: bytes(),
  updatedAt: updatedAt(),
})
