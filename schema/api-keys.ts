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
    /** SHA-256 of the API key, which itself is not stored. */
    keyHash: text().notNull().unique(),
    /** The first characters of the API key, to identify the key in lists. */
    prefix: text().notNull(),
    scopes: text({ enum: apiScopes }).array().notNull(),
    /** The administrator who created the key. Deleting the administrator deletes the key. */
    administratorId: integer()
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
    expiresAt: instant(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_administrator_index').on(table.administratorId)],
)

/**
 * Requests of the public API with an `Idempotency-Key` header; a repeated request gets the stored response. Contains
 * row ids but no personal data.
 */
export const repeatableWrites = pgTable(
  'repeatable_writes',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of the idempotency key; the key itself may contain personal data. */
    nameHash: text().notNull(),
    /**
     * SHA-256 of the endpoint, the row id in its path and the request body, to reject another request with the same
     * idempotency key.
     */
    requestHash: text().notNull(),
    /**
     * Random id of the request that executes the write; another request replaces it if the first one's process died.
     */
    claim: text().notNull(),
    claimedAt: instant().notNull(),
    /** The write's response body, for repeated requests; null until the write commits. */
    answer: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.nameHash] }),
    index('repeatable_writes_claimed_index').on(table.claimedAt),
  ],
)
