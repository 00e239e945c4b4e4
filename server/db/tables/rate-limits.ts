import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Counters of rate-limiter-flexible, so that limits hold across nodes. Times are Unix milliseconds. Unlogged: a
 * crash of the server forgets them, and counting waits for no disk.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
