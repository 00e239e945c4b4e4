import { and, eq, isNotNull } from 'drizzle-orm'
import { requireEvent } from '#features/events/server/event-rows.ts'
import type { AdminTranscript, PublicTranscriptReply } from '#features/transcripts/contract.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { transcriptDrafts, transcripts } from '#schema/transcripts.ts'
import { findRecordingLength, listChapters, isInLibrary } from './recordings.ts'
import { previewTranscript, readUnderstood } from './save-transcript.ts'
import { compressAnswer, expandAnswer } from './store-transcript.ts'

/** What an interview has of transcript, chapters and a draft. Throws 404 for an unknown event. */
export async function getTranscript(db: Db, eventId: number): Promise<AdminTranscript> {
  await requireEvent(db, eventId)
  const [row] = await db.select().from(transcripts).where(eq(transcripts.eventId, eventId))
  const [draft] = await db
    .select()
    .from(transcriptDrafts)
    .where(eq(transcriptDrafts.eventId, eventId))
  const duration = await findRecordingLength(db, eventId)
  return {
    transcript: row ? previewTranscript(await readUnderstood(row), row, duration) : null,
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

/**
 * What members see of a recording beside its picture, as it is stored: compressed with Brotli. Throws 404
 * for what is not in the library.
 */
export async function getMemberTranscript(
  db: Db,
  eventId: number,
  time: TimeContext,
): Promise<Buffer> {
  const [row] = await db
    .select({ event: events, answer: transcripts.answer })
    .from(events)
    .leftJoin(transcripts, eq(transcripts.eventId, events.id))
    .where(and(eq(events.id, eventId), isNotNull(events.recordingReadyAt)))
  if (!row || !isInLibrary(row.event, time)) {
    throw new Refusal('no_such_recording')
  }
  if (row.answer) return row.answer
  const chapters = (await listChapters(db, [eventId])).get(eventId) ?? []
  return compressAnswer({ cues: [], chapters })
}

/**
 * What visitors see of a recording on its event's page: the chapters, and what is said only where the
 * organiser has opened it to everybody. Throws 404 for an unknown or unpublished event.
 */
export async function getPublicTranscript(
  db: Db,
  eventId: number,
  time: TimeContext,
): Promise<PublicTranscriptReply> {
  await requireEvent(db, eventId, time.now)
  const [row] = await db
    .select({ event: events, answer: transcripts.answer })
    .from(events)
    .leftJoin(transcripts, and(eq(transcripts.eventId, events.id), eq(transcripts.isPublic, true)))
    .where(and(eq(events.id, eventId), isNotNull(events.recordingReadyAt)))
  if (!row || !isInLibrary(row.event, time)) return { chapters: [], cues: [] }
  const chapters = (await listChapters(db, [eventId])).get(eventId) ?? []
  return { chapters, cues: row.answer ? (await expandAnswer(row.answer)).cues : [] }
}
