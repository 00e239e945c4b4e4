import { sql, type SQL } from 'drizzle-orm'

/** Letters that are no sign on another one, and what they are searched as. */
const strokes = ['ŁłØøĐđĦħı', 'LlOoDdHhi'] as const

/** Letters without accents and in one case, as the desk's tables are searched. */
const plain = (text: SQL) =>
  sql`lower(translate(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'),
    ${strokes[0]}, ${strokes[1]}))`

/** Whether each word of a search stands somewhere in the text; true without any. */
export function matchWords(text: SQL, search: string): SQL {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  const found = words.map((word) => sql`strpos(${plain(text)}, ${plain(sql`${word}::text`)}) > 0`)
  return found.length === 0 ? sql`true` : sql.join(found, sql` and `)
}
