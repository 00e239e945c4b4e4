import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** One row: the permanent id of the series' Atom feed, independent of the site's URL; created on first use. */
export const seriesFeed = pgTable(
  'series_feed',
  {
    id: integer().primaryKey().default(1),
    uid: uuid().notNull().defaultRandom(),
    createdAt: createdAt(),
  },
  (table) => [check('series_feed_one_check', sql`${table.id} = 1`)],
)
