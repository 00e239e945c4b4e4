import { and, eq } from 'drizzle-orm'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { Refusal } from '#server/refusal.ts'
import { compressAnswer } from './compress-answer.ts'
import { hasReadyRecording, isInLibrary } from './library-recording.ts'
import { listChapters } from './list-chapters.ts'

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
    .where(and(eq(events.id, eventId), hasReadyRecording()))
  if (!row || !isInLibrary(row.event, time)) {
    throw new Refusal('no_such_recording')
  }
  if (row.answer) return row.answer
  const chapters = (await listChapters(db, [eventId])).get(eventId) ?? []
  return compressAnswer({ cues: [], chapters })
}
