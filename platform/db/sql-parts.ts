import { sql, type SQL } from 'drizzle-orm'

/** Letters without accents and in one case, as the admin area's tables are searched. */
const plain = (text: SQL) => sql`greenroom_plain(${text})`

/** Whether each word of a search stands somewhere in the text; true without any. */
export function matchWords(text: SQL, search: string): SQL {
  return matchPlainWords(plain(text), search)
}

/** The same for a text that is kept as it is searched. */
export function matchPlainWords(text: SQL, search: string): SQL {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  const found = words.map((word) => sql`strpos(${text}, ${plain(sql`${word}::text`)}) > 0`)
  return found.length === 0 ? sql`true` : sql.join(found, sql` and `)
}

/** An instant as answers write it, made by the database: milliseconds, UTC. */
export const instantText = (instant: SQL) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
