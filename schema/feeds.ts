import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** The one feed: what readers know it by at whatever address, made when it is first asked for. */
export const seriesFeed = pgTable(
  'series_feed',
  {
    id: integer().primaryKey().default(1),
    uid: uuid().notNull().defaultRandom(),
    createdAt: createdAt(),
  },
  (table) => [check('series_feed_one_check', sql`${table.id} = 1`)],
)
