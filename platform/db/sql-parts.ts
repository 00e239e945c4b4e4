import { sql, type SQL } from 'drizzle-orm'

/** SQL for a text in lower case without accents, for searching and sorting in the admin area. */
export const plain = (text: SQL) => sql`greenroom_plain(${text})`

/** SQL condition: the text contains every word of the search. True for an empty search. */
export function matchWords(text: SQL, search: string): SQL {
  return matchPlainWords(plain(text), search)
}

/**
 * SQL condition: the column contains every word of the search. The column must be stored in lower case without accents;
 * for other columns, use `matchWords`.
 */
export function matchPlainWords(text: SQL, search: string): SQL {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  const found = words.map((word) => sql`strpos(${text}, ${plain(sql`${word}::text`)}) > 0`)
  return found.length === 0 ? sql`true` : sql.join(found, sql` and `)
}

/** SQL for an instant as ISO 8601 text in UTC with milliseconds, as in JSON responses. */
export const instantText = (instant: SQL) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
