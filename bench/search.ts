import type { OpenDatabase } from '#server/db/open.ts'
import { compressAnswer } from '#server/transcripts/compress-answer.ts'
import { searchLibrary } from '#server/transcripts/search-library.ts'
import { tellCue } from '#server/transcripts/understand-transcript.ts'
import { writeTranscript } from '#server/transcripts/write-transcript.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { makeHour, plantedSentences } from './made-hours.ts'
import { openDatabases } from './open-databases.ts'
import { printTimes } from './print-times.ts'

const hours = 60
const moment = { now: new Date('2026-12-01T08:00:00Z'), timeZone: 'Africa/Johannesburg' }

/** Twenty sentences planted in sixty hours: whether each is found on its line, and how long that takes. */
export async function measureSearch(only: string | undefined, turns: number) {
  for await (const { kind, database } of openDatabases(only)) {
    const lines = await fill(database)
    const ask = (q: string) => searchLibrary(database.db, { q, eventId: undefined }, moment)
    let found = 0
    for (const [sentence, line] of lines) {
      const [first] = (await ask(sentence)).moments
      const isThere = first?.eventId === line.eventId && first.atSeconds === line.startMs / 1000
      if (isThere) found++
      else console.log(`not on its line: ${sentence}`)
    }
    console.log(`\n${kind}: ${found} of ${plantedSentences.length} sentences on their line`)
    const print = (name: string, queries: string[]) => {
      const calls = queries.map((q) => () => ask(q))
      return printTimes(name, database, calls, turns)
    }
    await print('planted sentences', [...lines.keys()])
    await print('very common words', ['people', 'company money', 'year'])
    await print('nothing, with a near word', ['grandmotherz', 'premiumm'])
  }
}

/** Where each sentence is said. Nothing is counted for the planner: on the embedded database nobody does. */
async function fill({ db }: OpenDatabase) {
  const lines = new Map<string, { eventId: number; startMs: number }>()
  let bytes = 0
  for (let hour = 0; hour < hours; hour++) {
    const { id: eventId } = await buildRecording(db, { title: `Hour ${hour}` })
    const { cues, planted } = makeHour(hour)
    for (const { sentence, startMs } of planted) lines.set(sentence, { eventId, startMs })
    const row = { eventId, source: 'made', language: 'en' }
    await db.transaction((tx) => writeTranscript(tx, row, cues))
    const answer = await compressAnswer({ cues: cues.map(tellCue), chapters: [] })
    bytes = Math.max(bytes, answer.length)
  }
  console.log(`the largest hour is ${(bytes / 1000).toFixed(1)} kB on the wire`)
  return lines
}
