import { sql } from 'drizzle-orm'
import { findSearchConfig } from '#shared/search-configs.ts'
import { markEnd, markStart } from '#shared/search-marks.ts'
import type { Db } from '#server/db/open.ts'
import { findBestSnippet, type MarkedWord } from './find-cover.ts'
import { findEverydayWords } from './find-everyday-words.ts'
import type { Asked } from './read-query.ts'
import { buildHit, type Ranked, type StoredPassage } from './tell-moment.ts'

const mostRows = 60
/** Passages overlap, so that two may hold the same moment. */
const rowsForHit = 2
/** Of a word as it was typed, where one found in its usual form has 0.1. */
const worthOfBeside = 0.1

type Row = StoredPassage & { headline: string; rank: number; passages: number }

/** Moments in which every word was said close together, best first, in whatever languages there are. */
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
    const rank = row.rank + snippet.beside * worthOfBeside
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

/** The marked words with their places in the text without marks. */
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
