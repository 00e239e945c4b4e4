import { index, integer, jsonb, pgTable, text, bigint } from 'drizzle-orm/pg-core'
import { auditActions } from '#kernel/values.ts'
import { bytes, createdAt, id, instant, oneOf } from './columns.ts'

/** Uploaded pictures, re-encoded; `hash` is what stands in their address. */
export const pictures = pgTable('pictures', {
  /** The first 32 hexadecimal digits of the content's SHA-256. */
  hash: text().primaryKey(),
  bytes: bytes().notNull(),
  type: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: createdAt(),
})

/** What administrators did. A trigger refuses every change but the removal of what has been kept long enough. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    action: text({ enum: auditActions }).notNull(),
    /** An administrator's name; empty where another was tried; null for what was done in the terminal. */
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

/** Every try to copy the database to where copies are kept, whatever became of it. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    /** The copy holds all that was answered before this moment. */
    madeAt: instant().notNull(),
    endedAt: instant().notNull(),
    /** Its name where it is kept. */
    name: text().notNull(),
    /** Counted in a database made from it; null where none could be. */
    people: integer(),
    rows: integer(),
    size: bigint({ mode: 'number' }),
    /** Why it is no good; null for a good one. */
    failure: text(),
  },
  (table) => [index('backups_made_index').on(table.madeAt)],
)

/**
 * Counters of rate-limiter-flexible, so that limits hold across nodes. Times are Unix milliseconds. Unlogged: a
 * crash of the server forgets them, and counting waits for no disk.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/**
 * Keys made at the first start. `links` signs, and `links …` beside it, still or already, are believed as well;
 * `addresses` makes the digests of erasures, `addresses before` made those of before it.
 */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
  /** For a key that signed before: until when it is believed. */
  until: instant(),
})
