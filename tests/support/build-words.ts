import { prepareCues } from '#features/transcripts/server/prepare-transcript.ts'
import { writeTranscript } from '#features/transcripts/server/store-transcript.ts'
import type { Db } from '#platform/db/open.ts'
import { chapters, transcriptDrafts } from '#schema/transcripts.ts'
import { buildRecording } from './builders.ts'

/** Adds a German transcript, chapters, and the provider's draft to a recording. */
export async function buildWords(db: Db, source: string) {
  const { id: eventId } = await buildRecording(db, { title: 'Houses' })
  await db.insert(chapters).values({ eventId, start: 75, title: source })
  const draft = { state: 'ready', downloadUrl: 'https://zoom.us/words', source } as const
  await db
    .insert(transcriptDrafts)
    .values({ eventId, heardAt: new Date('2026-11-21T07:00:00.000Z'), ...draft })
  const row = { eventId, source, language: 'de', shiftMs: -1500, isPublic: true }
  const text = 'Wir haben die Preise der Häuser verglichen.'
  await db.transaction((tx) =>
    writeTranscript(tx, row, prepareCues([{ startMs: 2500, endMs: 4000, speaker: 'Zoë', text }])),
  )
}
