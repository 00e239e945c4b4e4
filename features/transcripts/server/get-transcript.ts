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

/** Returns transcript, chapters and draft transcript of a recording. Throws 404 for an unknown event. */
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
 * Returns the reply for members, with transcript and chapters, as Brotli-compressed JSON. Throws 404 if the recording
 * is not in the library.
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
 * Returns the recording's chapters for the event's page, and the transcript if it is public. Throws 404 for an
 * unknown or unpublished event.
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

/** Returns the lines of a recording's transcript, also if the recording is not released; none without a transcript. */
export async function readWholeTranscript(
  db: Db,
  eventId: number,
): Promise<Pick<PublicTranscriptReply, 'cues'>> {
  const [row] = await db
    .select({ answer: transcripts.answer })
    .from(transcripts)
    .where(eq(transcripts.eventId, eventId))
  return { cues: row?.answer ? (await expandAnswer(row.answer)).cues : [] }
}
