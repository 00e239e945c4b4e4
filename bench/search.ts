import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { compressAnswer } from '#server/transcripts/compress-answer.ts'
import { searchLibrary } from '#server/transcripts/search-library.ts'
import { tellCue } from '#server/transcripts/understand-transcript.ts'
import { writeTranscript } from '#server/transcripts/write-transcript.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { makeHour, plantedSentences } from './made-hours.ts'

const hours = 60
const moment = { now: new Date('2026-12-01T08:00:00Z'), timeZone: 'Africa/Johannesburg' }

/** Twenty sentences planted in sixty hours: whether each is found on its line, and how long that takes. */
export async function measureSearch(only: string | undefined, turns: number) {
  if (only !== 'postgres') {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
    await searchOn('embedded', await openDatabase({ dataDir }), turns)
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (only === 'embedded') return
  const server = await startPostgres({ durable: true })
  if (server.url === null) {
    console.log(`\nnot measured on a PostgreSQL server: ${server.reason}`)
    return
  }
  await searchOn('postgres', await openDatabase({ databaseUrl: server.url, dataDir: '' }), turns)
  await server.stop()
}

async function searchOn(kind: string, database: OpenDatabase, turns: number) {
  const { db } = database
  await migrateDatabase(database)
  const lines = new Map<string, { eventId: number; startMs: number }>()
  let bytes = 0
  for (let hour = 0; hour < hours; hour++) {
    const { id: eventId } = await buildRecording(db, { title: `Hour ${hour}` })
    const { cues, planted } = makeHour(hour)
    for (const { sentence, startMs } of planted) lines.set(sentence, { eventId, startMs })
    const row = { eventId, source: 'made', language: 'en' }
    await db.transaction((tx) => writeTranscript(tx, row, cues))
    bytes = Math.max(
      bytes,
      (await compressAnswer({ cues: cues.map(tellCue), chapters: [] })).length,
    )
  }
  await database.pool.query('analyze')
  const ask = (q: string) => searchLibrary(db, { q, eventId: undefined }, moment)
  let found = 0
  for (const [sentence, line] of lines) {
    const [first] = (await ask(sentence)).moments
    const isThere = first?.eventId === line.eventId && first.atSeconds === line.startMs / 1000
    if (isThere) found++
    else console.log(`not on its line: ${sentence}`)
  }
  console.log(`\n${kind}: ${found} of ${plantedSentences.length} sentences on their line`)
  console.log(`the largest hour is ${(bytes / 1000).toFixed(1)} kB on the wire`)
  await printTimes('planted sentences', [...lines.keys()], ask, turns)
  await printTimes('very common words', ['people', 'company money', 'year'], ask, turns)
  await printTimes('nothing, with a near word', ['grandmotherz', 'premiumm'], ask, turns)
  await database.close()
}

async function printTimes(
  name: string,
  queries: string[],
  ask: (q: string) => Promise<unknown>,
  turns: number,
) {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    for (const q of queries) {
      const began = performance.now()
      await ask(q)
      times.push(performance.now() - began)
    }
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)
  console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${sorted.length}`)
}
