import { eq, exists, sql } from 'drizzle-orm'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { eventEnd } from '#shared/event-time.ts'
import { slugOf } from '#shared/slug.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { hasReadyRecording, isInLibrary } from '#server/transcripts/library-recording.ts'
import { listChapters } from '#server/transcripts/list-chapters.ts'

const readRecordings = prepared('ready_recordings', (db) => {
  const transcript = db
    .select({ one: sql`1` })
    .from(transcripts)
    .where(eq(transcripts.eventId, events.id))
  return db
    .select({ event: events, hasTranscript: exists(transcript).mapWith(Boolean) })
    .from(events)
    .where(hasReadyRecording())
})

/** Completed events with a recording that is ready, newest first. Specification, "Library". */
export async function listMemberVideos(db: Db, time: TimeContext): Promise<LibraryVideo[]> {
  const rows = await readRecordings(db, {})
  const end = (event: EventRow) => eventEnd(event, time.timeZone)?.getTime() ?? 0
  const listed = rows.filter(({ event }) => isInLibrary(event, time))
  const chapters = await listChapters(
    db,
    listed.map(({ event }) => event.id),
  )
  return listed
    .toSorted((a, b) => end(b.event) - end(a.event) || b.event.id - a.event.id)
    .map(({ event, hasTranscript }) => ({
      id: event.id,
      slug: slugOf(event),
      title: event.title,
      speakerName: event.speakerName,
      description: event.description,
      videoUrl: event.videoUrl!,
      eventDate: event.eventDate,
      ...(chapters.has(event.id) && { chapters: chapters.get(event.id) }),
      ...(hasTranscript && { hasTranscript }),
    }))
}
