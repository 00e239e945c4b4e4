import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { apiScopes } from '#kernel/api-scopes.ts'
import { createdAt, id, instant } from './columns.ts'
import { administrators } from './sign-in.ts'

/** API keys. Excluded from backups: `platform/db/copy/copied-tables.ts`. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the key, which itself is not stored. */
    keyHash: text().notNull().unique(),
    /** The beginning of the key, to identify it in lists. */
    prefix: text().notNull(),
    scopes: text({ enum: apiScopes }).array().notNull(),
    /** The administrator who created the key; deleted with them. */
    administratorId: integer()
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
    expiresAt: instant(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_administrator_index').on(table.administratorId)],
)

/** Writes with an `Idempotency-Key`; contains row ids and no personal data. */
export const repeatableWrites = pgTable(
  'repeatable_writes',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of the idempotency key, which may contain personal data. */
    nameHash: text().notNull(),
    /** SHA-256 of the call and its body. */
    requestHash: text().notNull(),
    /** Identifies the request that carries out the write; replaced if its process died. */
    claim: text().notNull(),
    claimedAt: instant().notNull(),
    /** The response; null until the write commits. */
    answer: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.nameHash] }),
    index('repeatable_writes_claimed_index').on(table.claimedAt),
  ],
)
