import { eq } from 'drizzle-orm'
import type { AdminTranscript } from '#shared/contract/transcripts.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcriptDrafts, transcripts } from '#server/db/tables/transcripts.ts'
import { unknownEvent } from '#server/events/lock-event.ts'
import { findRecordingLength } from './find-recording-length.ts'
import { listChapters } from './list-chapters.ts'
import { readTranscript } from './read-transcript.ts'
import { previewTranscript } from './understand-transcript.ts'

/** What an interview has of transcript, chapters and a draft. Throws 404 for an unknown event. */
export async function getTranscript(db: Db, eventId: number): Promise<AdminTranscript> {
  const [event] = await db.select({ id: events.id }).from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const [row] = await db.select().from(transcripts).where(eq(transcripts.eventId, eventId))
  const [draft] = await db
    .select()
    .from(transcriptDrafts)
    .where(eq(transcriptDrafts.eventId, eventId))
  const duration = await findRecordingLength(db, eventId)
  const read = row && readTranscript(row.source, row.shiftMs)
  return {
    transcript: row && read ? previewTranscript(read.cues, read, row, duration) : null,
    chapters: (await listChapters(db, [eventId])).get(eventId) ?? [],
    draft: draft
      ? {
          state: draft.state,
          text: draft.source,
          error: draft.lastError,
          heardAt: draft.heardAt.toISOString(),
        }
      : null,
  }
}
