import { index, integer, jsonb, pgTable, text, bigint } from 'drizzle-orm/pg-core'
import { auditActions } from '#kernel/values.ts'
import { bytes, createdAt, id, instant, oneOf } from './columns.ts'

/** Uploaded pictures, re-encoded by the server. Their URLs contain `hash`. */
export const pictures = pgTable('pictures', {
  /** The first 32 hexadecimal digits of the SHA-256 of `bytes`. */
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  type: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: createdAt(),
})

/** The audit log. A trigger rejects every change except deleting rows after the retention period. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    action: text({ enum: auditActions }).notNull(),
    /**
     * Name of the administrator who made the change; empty for a failed sign-in with an unknown name, null for terminal
     * commands.
     */
    username: text(),
    subject: text().notNull().default(''),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    address: text(),
  },
  (table) => [
    oneOf('audit_log_action_check', table.action, auditActions),
    index('audit_log_at_index').on(table.at),
  ],
)

/** Every attempt to make a backup, with its result. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    /** The backup contains everything committed before this time. */
    madeAt: instant().notNull(),
    endedAt: instant().notNull(),
    /** Name of the backup file. */
    name: text().notNull(),
    /** Row counts in the test restore that verified the backup; null if verification failed. */
    people: integer(),
    rows: integer(),
    size: bigint({ mode: 'number' }),
    /** Why the backup failed; null for a valid one. */
    failure: text(),
  },
  (table) => [index('backups_made_index').on(table.madeAt)],
)

/**
 * Counters of the library rate-limiter-flexible, shared by all nodes; `expire` is in Unix milliseconds. The table is
 * unlogged: counting does not wait for the disk, and a crash of the database resets it.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/**
 * Secret keys created at the first start. `links` signs links; rows named `links …` are previous or next keys that
 * only verify signatures. `addresses` hashes the emails of erased people; `addresses before` is its predecessor.
 */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
  /** When a previous key stops being valid; null for current keys. */
  until: instant(),
})
