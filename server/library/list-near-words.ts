import { sql } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { foldLetters } from '#shared/fold-letters.ts'
import type { Db } from '#server/db/open.ts'

const shortest = 3

/** How far a word may be from one that was said. */
function farthest(word: string) {
  return word.length < 5 ? 1 : 2
}

/**
 * For each word that was never said, nor stands in a title, the nearest that was; nothing where none is
 * near.
 */
export async function suggestSpellings(
  db: Db,
  words: string[],
  videos: LibraryVideo[],
): Promise<Map<string, string>> {
  const parts = words.flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
  const unknown = [...new Set(parts)].filter((word) => word.length >= shortest)
  if (unknown.length === 0) return new Map()
  const lengths = unknown.map((word) => word.length)
  const { rows } = await db.execute<{ word: string; uses: number }>(sql`
    select word, count(*)::int as uses from transcripts, unnest(words) as word
    where event_id = any(${sql.param(videos.map(({ id }) => id))}::int[])
      and length(word) between ${Math.min(...lengths) - 2} and ${Math.max(...lengths) + 2}
    group by word`)
  const uses = new Map(rows.map(({ word, uses: count }) => [word, count]))
  for (const { title, speakerName } of videos) {
    const named = foldLetters(`${title} ${speakerName}`).toLowerCase()
    for (const word of named.match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  const near = new Map<string, string>()
  for (const word of unknown.filter((each) => !uses.has(each))) {
    const found = findNearest(word, uses)
    if (found !== undefined) near.set(word, found)
  }
  return near
}

function findNearest(word: string, uses: Map<string, number>): string | undefined {
  let best: { word: string; away: number; uses: number } | undefined
  for (const [known, count] of uses) {
    if (Math.abs(known.length - word.length) > farthest(word)) continue
    const away = distance(word, known)
    if (away > farthest(word)) continue
    const isBetter = !best || away < best.away || (away === best.away && count > best.uses)
    if (isBetter) best = { word: known, away, uses: count }
  }
  return best?.word
}
