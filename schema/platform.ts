import { index, integer, jsonb, pgTable, text, bigint } from 'drizzle-orm/pg-core'
import { auditActions } from '#kernel/values.ts'
import { bytes, createdAt, id, instant, oneOf } from './columns.ts'

/** Uploaded pictures, re-encoded; URLs contain `hash`. */
export const pictures = pgTable('pictures', {
  /** The first 32 hexadecimal digits of the content's SHA-256. */
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  type: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: createdAt(),
})

/** The audit log. A trigger rejects all changes except deleting expired rows. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    action: text({ enum: auditActions }).notNull(),
    /** An administrator's name; empty if an unknown name was tried; null for terminal commands. */
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
    /** Counts in the restored database; null if verification failed. */
    people: integer(),
    rows: integer(),
    size: bigint({ mode: 'number' }),
    /** Why the backup failed; null for a valid one. */
    failure: text(),
  },
  (table) => [index('backups_made_index').on(table.madeAt)],
)

/**
 * Counters of rate-limiter-flexible, shared by all nodes. Times are Unix milliseconds. Unlogged, so counting
 * does not wait for the disk and a crash resets it.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/**
 * Keys created at the first start. `links` signs links; rows named `links …` are previous or next keys, which
 * only verify. `addresses` hashes erased addresses; `addresses before` is the previous one.
 */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
  /** When a previous key stops being valid. */
  until: instant(),
})
