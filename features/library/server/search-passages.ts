import { sql } from 'drizzle-orm'
import { markEnd, markStart } from '#features/library/rules.ts'
import { foldLetters } from '#features/transcripts/rules.ts'
import { findSearchConfig } from '#kernel/search-languages.ts'
import type { Db } from '#platform/db/open.ts'
import {
  findBestSnippet,
  type MarkedWord,
  buildHit,
  type Ranked,
  type StoredPassage,
} from './best-snippet.ts'

/** Parses a search query: returns its PostgreSQL syntax, its words, and the whole text as one phrase. */
export function readQuery(q: string) {
  const folded = foldLetters(
    q
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[“”„«»]/g, '"'),
  )
  const wanted = folded
    .replaceAll(/(?:^|\s)-(?:"[^"]*"?|\S+)/g, ' ')
    .replaceAll(/(?:^|\s)or(?=\s|$)/gi, ' ')
  return {
    /** The query in the syntax of PostgreSQL's `websearch_to_tsquery`: words, "phrases", -without, or. */
    folded,
    /** The words of the query, in order. */
    words: wanted.toLowerCase().match(/[\p{L}\p{N}]+(?:['.-][\p{L}\p{N}]+)*/gu) ?? [],
    /**
     * The whole query as one phrase. Used if the query consists of common words only, such as "who are you", which the
     * search index leaves out.
     */
    phrase: folded.replaceAll('"', ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase(),
  }
}

type Asked = {
  query: ReturnType<typeof readQuery>
  eventIds: number[]
  each: number
}

const mostRows = 60
/**
 * Number of rows to read for each displayed result. Passages of a transcript overlap, so two rows may contain the same
 * moment.
 */
const rowsForHit = 2
/**
 * Added to a result's rank for each query word that occurs exactly as typed. A match by the word's stem alone has a
 * rank of about 0.1.
 */
const typedWordBonus = 0.1

type Row = StoredPassage & { headline: string; rank: number; passages: number }

/**
 * Returns the moments in transcripts that contain all query words close together, best first. Searches each
 * language of the transcripts.
 */
export async function findHits(db: Db, asked: Asked): Promise<Ranked[]> {
  if (asked.eventIds.length === 0 || asked.query.phrase === '') return []
  const { rows } = await db.execute<{ language: string }>(sql`
    select distinct language from transcripts where event_id = any(${sql.param(asked.eventIds)}::int[])`)
  const configs = new Set(rows.map(({ language }) => findSearchConfig(language)))
  const found: Ranked[] = []
  for (const config of configs) found.push(...(await findInLanguage(db, config, asked)))
  return found.toSorted((a, b) => b.rank - a.rank)
}

async function findInLanguage(db: Db, config: string, asked: Asked): Promise<Ranked[]> {
  const rows = await listPassages(db, config, asked)
  if (rows.length === 0) return findEverydayWords(db, config, asked)
  const passages = rows.map((row) => ({ row, marked: findMarked(row.headline) }))
  const spoken = passages.flatMap(({ marked }) => marked.map(({ word }) => word))
  const lexemes = await listLexemes(db, config, [...new Set([...spoken, ...asked.query.words])])
  const wanted = asked.query.words.flatMap((word) => lexemes.get(word) ?? [])
  return passages.flatMap(({ row, marked }) => {
    const words = marked.map(({ word, from, to }): MarkedWord => ({
      from,
      to,
      lexemes: lexemes.get(word) ?? [],
    }))
    const text = row.headline.replaceAll(marks, '')
    const snippet = findBestSnippet(text, words, { wanted, words: asked.query.words })
    if (!snippet) return []
    const isLast = row.passages <= asked.each * rowsForHit
    const rank = row.rank + snippet.beside * typedWordBonus
    return [{ ...buildHit(row, snippet, words), rank, isLast }]
  })
}

async function listPassages(db: Db, config: string, { query, eventIds, each }: Asked) {
  const inLanguage = sql`${config}::regconfig`
  const asked = sql`websearch_to_tsquery(${inLanguage}, ${query.folded})`
  const { rows } = await db.execute<Row>(sql`
    with found as (
      select id, event_id, ts_rank_cd(search, ${asked}) as rank from transcript_passages
      where search @@ ${asked} and config = ${config}
        and event_id = any(${sql.param(eventIds)}::int[])),
    placed as (
      select *, row_number() over (partition by event_id order by rank desc, id) as place,
        count(*) over (partition by event_id) as passages
      from found),
    best as (
      select * from placed where place <= ${each * rowsForHit}
      order by rank desc, id limit ${Math.max(mostRows, each * rowsForHit)})
    select p.event_id as "eventId", p.starts, p.speakers, p.spoken, best.rank::float8 as rank,
      best.passages::int as passages,
      ts_headline(${inLanguage}, p.folded, ${asked}, ${headlineOptions}) as headline
    from best join transcript_passages p on p.id = best.id
    order by best.rank desc, best.id`)
  return rows
}

const headlineOptions = `HighlightAll=true,StartSel=${markStart},StopSel=${markEnd}`
const marks = new RegExp(`[${markStart}${markEnd}]`, 'g')
const mark = new RegExp(`${markStart}([^${markEnd}]*)${markEnd}`, 'g')

/**
 * Returns the words that PostgreSQL marked in a headline, with their positions in the same text without
 * marks.
 */
function findMarked(headline: string): { word: string; from: number; to: number }[] {
  return [...headline.matchAll(mark)].map(({ index, 1: word = '' }, count) => {
    const from = index - count * (markStart.length + markEnd.length)
    return { word: word.toLowerCase(), from, to: from + word.length }
  })
}

async function listLexemes(
  db: Db,
  config: string,
  words: string[],
): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ word: string; lexemes: string[] }>(sql`
    select word, tsvector_to_array(to_tsvector(${config}::regconfig, word)) as lexemes
    from unnest(${sql.param(words)}::text[]) as word`)
  return new Map(rows.map(({ word, lexemes }) => [word, lexemes]))
}

const mostRowsAsTyped = 60

/**
 * Searches for a query that consists of common words only, such as "who are you". These words are not
 * indexed, so the text is searched for the whole phrase as typed.
 */
async function findEverydayWords(
  db: Db,
  config: string,
  { query, eventIds, each }: Asked,
): Promise<Ranked[]> {
  const { rows } = await db.execute<StoredPassage & { folded: string }>(sql`
    select event_id as "eventId", starts, speakers, spoken, folded from transcript_passages
    where numnode(websearch_to_tsquery(${config}::regconfig, ${query.folded})) = 0
      and config = ${config} and event_id = any(${sql.param(eventIds)}::int[])
      and strpos(lower(translate(folded, E'\n', ' ')), ${query.phrase}) > 0
    order by id limit ${Math.max(mostRowsAsTyped, each)}`)
  return rows.flatMap((row) => {
    const from = findWhole(row.folded.replaceAll('\n', ' ').toLowerCase(), query.phrase)
    const stretch = { from, to: from + query.phrase.length }
    if (from < 0) return []
    return [
      { ...buildHit(row, stretch, [stretch]), rank: 0, isLast: rows.length < mostRowsAsTyped },
    ]
  })
}

/** Returns the position at which `phrase` occurs as whole words; -1 if it does not. */
function findWhole(text: string, phrase: string): number {
  const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter)
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const isWhole = !isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + phrase.length))
    if (isWhole) return at
  }
  return -1
}
