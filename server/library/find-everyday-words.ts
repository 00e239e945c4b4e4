import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Asked } from './read-query.ts'
import { buildHit, type Ranked, type StoredPassage } from './tell-moment.ts'

const mostRows = 60

/**
 * Words such as "who are you" are in no index, being in every text: what holds nothing else is looked for
 * as it was typed.
 */
export async function findEverydayWords(
  db: Db,
  config: string,
  { query, eventIds, each }: Asked,
): Promise<Ranked[]> {
  const { rows } = await db.execute<StoredPassage & { folded: string }>(sql`
    select event_id as "eventId", starts, speakers, spoken, folded from transcript_passages
    where numnode(websearch_to_tsquery(${config}::regconfig, ${query.folded})) = 0
      and config = ${config} and event_id = any(${sql.param(eventIds)}::int[])
      and strpos(lower(translate(folded, E'\n', ' ')), ${query.phrase}) > 0
    order by id limit ${Math.max(mostRows, each)}`)
  return rows.flatMap((row) => {
    const from = findWhole(row.folded.replaceAll('\n', ' ').toLowerCase(), query.phrase)
    const stretch = { from, to: from + query.phrase.length }
    if (from < 0) return []
    return [{ ...buildHit(row, stretch, [stretch]), rank: 0, isLast: rows.length < mostRows }]
  })
}

/** Where the phrase stands with no letter beside it. */
function findWhole(text: string, phrase: string): number {
  const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter)
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const isWhole = !isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + phrase.length))
    if (isWhole) return at
  }
  return -1
}
