import { and, eq } from 'drizzle-orm'
import type { PublicTranscript } from '#shared/contract/event-words.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { unknownEvent } from '#server/events/lock-event.ts'
import { expandAnswer } from './compress-answer.ts'
import { hasReadyRecording, isInLibrary } from './library-recording.ts'
import { listChapters } from './list-chapters.ts'

/**
 * What visitors see of a recording on its event's page: the chapters, and what is said only where the
 * organiser has opened it to everybody. Throws 404 for an unknown event.
 */
export async function getPublicTranscript(
  db: Db,
  eventId: number,
  time: TimeContext,
): Promise<PublicTranscript> {
  const [known] = await db.select({ id: events.id }).from(events).where(eq(events.id, eventId))
  if (!known) throw unknownEvent(eventId)
  const [row] = await db
    .select({ event: events, answer: transcripts.answer })
    .from(events)
    .leftJoin(transcripts, and(eq(transcripts.eventId, events.id), eq(transcripts.isPublic, true)))
    .where(and(eq(events.id, eventId), hasReadyRecording()))
  if (!row || !isInLibrary(row.event, time)) return { chapters: [], cues: [] }
  const chapters = (await listChapters(db, [eventId])).get(eventId) ?? []
  return { chapters, cues: row.answer ? (await expandAnswer(row.answer)).cues : [] }
}
