import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { apiScopes } from '#kernel/api-scopes.ts'
import { createdAt, id, instant } from './columns.ts'
import { administrators } from './sign-in.ts'

/** Keys for programs. In no logical copy: `platform/db/copy/copied-tables.ts`. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the key, which itself stands nowhere. */
    keyHash: text().notNull().unique(),
    /** How it begins, to be told from others. */
    prefix: text().notNull(),
    scopes: text({ enum: apiScopes }).array().notNull(),
    /** Who made it, and with whom it ends. */
    administratorId: integer()
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
    expiresAt: instant(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('api_keys_administrator_index').on(table.administratorId)],
)

/** Writes that programs named by an `Idempotency-Key`: numbers of rows, no address and no name. */
export const repeatableWrites = pgTable(
  'repeatable_writes',
  {
    apiKeyId: integer()
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the program calls it, which may say whom it is about. */
    nameHash: text().notNull(),
    /** SHA-256 of the call and its body. */
    requestHash: text().notNull(),
    /** Whose turn it is to carry it out: another one after a process that died. */
    claim: text().notNull(),
    claimedAt: instant().notNull(),
    /** Null until it is carried out, in whose transaction it is written. */
    answer: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.nameHash] }),
    index('repeatable_writes_claimed_index').on(table.claimedAt),
  ],
)
