import type { Growth } from '#bench/measure/growth.ts'
import { printTimes } from '#bench/measure/print-times.ts'
import { makeHour, plantedSentences } from '#bench/stage/made-hours.ts'
import { openDatabases, sizesOf } from '#bench/stage/open-databases.ts'
import { searchLibrary } from '#features/library/server/search-library.ts'
import { prepareCues } from '#features/transcripts/server/prepare-transcript.ts'
import { writeTranscript } from '#features/transcripts/server/store-transcript.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { buildRecording } from '#tests/support/builders.ts'

const usual = 60
const time = { now: new Date('2026-12-01T08:00:00Z'), timeZone: 'Africa/Johannesburg' }

/**
 * Searches for sentences planted in hours of transcripts: measures whether each is found on its line, and the
 * time.
 */
export async function measureSearch(only: string | undefined, turns: number): Promise<Growth[]> {
  const growths: Growth[] = []
  for await (const { kind, database } of openDatabases(only)) {
    const planted: Growth = { name: `${kind}: search, planted sentences`, unit: 'hours', costs: [] }
    const common: Growth = { name: `${kind}: search, very common words`, unit: 'hours', costs: [] }
    const lines: Lines = new Map()
    let filled = 0
    for (const size of sizesOf(database, usual)) {
      const bytes = await fill(database, lines, { from: filled, to: size })
      filled = size
      console.log(
        `\n${kind}, ${size} hours: ${await countFound(database, lines)} of ${lines.size} sentences ` +
          `on their line; the largest hour is ${(bytes / 1000).toFixed(1)} kB on the wire`,
      )
      const print = async (name: string, queries: string[]) => {
        const calls = queries.map((q) => () => search(database, q))
        return (await printTimes(name, database, calls, turns)) * 1000
      }
      const sentences = [...lines.keys()]
      planted.costs.push({ size, microseconds: await print('planted sentences', sentences) })
      const words = ['people', 'company money', 'year']
      common.costs.push({ size, microseconds: await print('very common words', words) })
      await print('nothing, with a near word', ['grandmotherz', 'premiumm'])
    }
    growths.push(planted, common)
  }
  return growths
}

/** Position of each sentence. */
type Lines = Map<string, { eventId: number; startMs: number }>

const search = ({ db }: OpenDatabase, q: string) =>
  searchLibrary(db, { q, eventId: undefined }, time)

async function countFound(database: OpenDatabase, lines: Lines) {
  let found = 0
  for (const [sentence, line] of lines) {
    const [first] = (await search(database, sentence)).moments
    const isThere = first?.eventId === line.eventId && first.atSeconds === line.startMs / 1000
    if (isThere) found++
    else console.log(`not on its line: ${sentence}`)
  }
  return found
}

/**
 * Adds more hours and returns the size of the largest in bytes. Additional hours are copies of those without
 * planted sentences. Does not run ANALYZE, like the embedded database.
 */
async function fill(
  database: OpenDatabase,
  lines: Lines,
  { from, to }: { from: number; to: number },
) {
  const { db, pool } = database
  const copied: [source: number, target: number][] = []
  for (let hour = from; hour < to; hour++) {
    const { id: eventId } = await buildRecording(db, { title: `Hour ${hour}` })
    const like = firstUnplanted + (hour % (usual - firstUnplanted))
    if (hour >= usual) {
      copied.push([hours[like]!, eventId])
      continue
    }
    const { cues, planted } = makeHour(hour)
    hours[hour] = eventId
    for (const { sentence, startMs } of planted) lines.set(sentence, { eventId, startMs })
    const row = { eventId, source: 'made', language: 'en' }
    await db.transaction((tx) => writeTranscript(tx, row, prepareCues(cues)))
  }
  for (let at = 0; at < copied.length; at += copiedAtOnce) {
    const some = copied.slice(at, at + copiedAtOnce)
    const pairs = [some.map(([source]) => source), some.map(([, target]) => target)]
    for (const sql of copies) await pool.query(sql, pairs)
  }
  const { rows } = await pool.query('select max(octet_length(answer)) bytes from transcripts')
  return Number(rows[0].bytes)
}

/** Ids of the events with generated hours. */
const hours: number[] = []
/** Copies few at a time, because connections have statement timeouts. */
const copiedAtOnce = 30
/** From this hour on, no sentence is planted. */
const firstUnplanted = plantedSentences.length
const copies = [
  `insert into transcripts (event_id, source, language, answer, words)
    select target, t.source, language, answer, words from transcripts t
    join unnest($1::int[], $2::int[]) pair (origin, target) on event_id = origin`,
  `insert into transcript_passages (event_id, config, starts, speakers, spoken, folded)
    select target, config, starts, speakers, spoken, folded from transcript_passages
    join unnest($1::int[], $2::int[]) pair (origin, target) on event_id = origin`,
]
