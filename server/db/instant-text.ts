import { sql, type SQL } from 'drizzle-orm'

/** An instant as answers write it, made by the database: milliseconds, UTC. */
export const instantText = (instant: SQL) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
