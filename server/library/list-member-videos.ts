import { eventEnd } from '#shared/event-time.ts'
import { slugOf } from '#shared/slug.ts'
import type { LibraryVideo } from '#shared/contract/library.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Moment } from '#server/events/moment.ts'
import { hasReadyRecording, isInLibrary } from './library-recording.ts'
import { listChapters } from './list-chapters.ts'

/** Completed events with a recording that is ready, newest first. Specification, "Library". */
export async function listMemberVideos(db: Db, moment: Moment): Promise<LibraryVideo[]> {
  const rows = await db.select().from(events).where(hasReadyRecording())
  const end = (event: EventRow) => eventEnd(event, moment.timeZone)?.getTime() ?? 0
  const listed = rows.filter((event) => isInLibrary(event, moment))
  const chapters = await listChapters(
    db,
    listed.map(({ id }) => id),
  )
  const read = await listRead(db)
  return listed
    .toSorted((a, b) => end(b) - end(a) || b.id - a.id)
    .map((event) => ({
      id: event.id,
      slug: slugOf(event),
      title: event.title,
      speakerName: event.speakerName,
      description: event.description,
      videoUrl: event.videoUrl!,
      eventDate: event.eventDate,
      ...(chapters.has(event.id) && { chapters: chapters.get(event.id) }),
      ...(read.has(event.id) && { hasTranscript: true }),
    }))
}

/** The interviews that have a transcript. */
async function listRead(db: Db): Promise<Set<number>> {
  const rows = await db.select({ eventId: transcripts.eventId }).from(transcripts)
  return new Set(rows.map(({ eventId }) => eventId))
}
