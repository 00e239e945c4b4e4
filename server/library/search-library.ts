import type { QueryOf } from '#shared/contract/endpoint.ts'
import type { FoundInLibrary, searchLibrary as entry } from '#shared/contract/library-search.ts'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { findInterviews } from '#shared/find-interviews.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { findHits } from './find-moments.ts'
import { listMemberVideos } from './list-member-videos.ts'
import { suggestSpellings } from './list-near-words.ts'
import { readQuery } from './read-query.ts'
import type { Ranked } from './tell-moment.ts'

const momentsOfEach = 3
const momentsOfOne = 50

/** Searches titles, guests, descriptions and every word that was said, in what is in the library now. */
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

/** Each line once, as it is found in overlapping passages, and of each interview the best. */
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

/** The query with near words in place of those never said, if that finds something. */
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
