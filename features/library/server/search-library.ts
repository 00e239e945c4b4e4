import { sql } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'
import type {
  FoundInLibrary,
  searchLibrary as entry,
  LibraryVideo,
} from '#features/library/contract.ts'
import { findInterviews } from '#features/library/rules.ts'
import { foldLetters } from '#features/transcripts/rules.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Ranked } from './best-snippet.ts'
import { findHits, readQuery } from './search-passages.ts'
import { listMemberVideos } from './videos.ts'

const momentsOfEach = 3
const momentsOfOne = 50

/**
 * Searches the titles, guests, descriptions and transcripts of the recordings that are in the library at
 * present.
 */
export async function searchLibrary(
  db: Db,
  { q, eventId }: QueryOf<typeof entry>,
  time: TimeContext,
): Promise<FoundInLibrary> {
  const videos = await listMemberVideos(db, time)
  const chosen = eventId === undefined ? videos : videos.filter(({ id }) => id === eventId)
  const each = eventId === undefined ? momentsOfEach : momentsOfOne
  const found = await find(db, q, chosen, each)
  if (eventId !== undefined) return { ...found, interviews: [], suggestion: null }
  const isFound = found.interviews.length + found.moments.length > 0
  return { ...found, suggestion: isFound ? null : await suggest(db, q, videos) }
}

async function find(db: Db, q: string, videos: LibraryVideo[], each: number) {
  const query = readQuery(q)
  const eventIds = videos.map(({ id }) => id)
  const ranked = await findHits(db, { query, eventIds, each })
  const titles = new Map(videos.map(({ id, title }) => [id, title]))
  const { shown, more } = choose(ranked, each)
  return {
    interviews: query.phrase
      ? findInterviews(videos, query.phrase, 'newest').map(({ id, title, speakerName }) => {
          return { eventId: id, title, speakerName }
        })
      : [],
    moments: shown.map(({ rank: _rank, isLast: _isLast, ...moment }) => {
      return { ...moment, title: titles.get(moment.eventId)! }
    }),
    more,
  }
}

/**
 * Chooses the results to display: removes duplicates, which overlapping passages cause, and keeps at most `each`
 * results per interview. `more` in the result lists the interviews with further results.
 */
function choose(ranked: Ranked[], each: number): { shown: Ranked[]; more: number[] } {
  const taken = new Map<number, Set<number>>()
  const more = new Set<number>()
  const shown = ranked.filter(({ eventId, atSeconds, isLast }) => {
    const lines = taken.get(eventId) ?? new Set()
    taken.set(eventId, lines)
    if (lines.has(atSeconds)) return false
    if (!isLast || lines.size >= each) more.add(eventId)
    if (lines.size >= each) return false
    lines.add(atSeconds)
    return true
  })
  return { shown, more: [...more] }
}

/**
 * Returns the query with its unknown words replaced by similar known ones, if that query has results;
 * otherwise null.
 */
async function suggest(db: Db, q: string, videos: LibraryVideo[]): Promise<string | null> {
  const { words, folded } = readQuery(q)
  const spellings = await suggestSpellings(db, words, videos)
  if (spellings.size === 0) return null
  const suggestion = folded
    .toLowerCase()
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) => spellings.get(word) ?? word)
  const found = await find(db, suggestion, videos, 1)
  return found.interviews.length + found.moments.length > 0 ? suggestion : null
}

const shortest = 3

/** Returns the maximum edit distance between a query word and its suggested spelling. */
function maxEditDistance(word: string) {
  return word.length < 5 ? 1 : 2
}

/**
 * Returns the most similar known word for each query word that occurs in no transcript or title. Omits
 * words for which there is no similar one.
 */
async function suggestSpellings(
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
    if (Math.abs(known.length - word.length) > maxEditDistance(word)) continue
    const away = distance(word, known)
    if (away > maxEditDistance(word)) continue
    const isBetter = !best || away < best.away || (away === best.away && count > best.uses)
    if (isBetter) best = { word: known, away, uses: count }
  }
  return best?.word
}
