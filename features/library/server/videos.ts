import { eq, exists, isNotNull, sql } from 'drizzle-orm'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { LibraryVideo } from '#features/library/contract.ts'
import { listMaterialsFor, type Reader } from '#features/materials/server/read-materials.ts'
import { isInLibrary, listChapters } from '#features/transcripts/server/recordings.ts'
import { eventEnd, type TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { prepared } from '#platform/db/prepared.ts'
import { events } from '#schema/events.ts'
import { showNotes } from '#schema/materials.ts'
import { transcripts } from '#schema/transcripts.ts'

const readRecordings = prepared('ready_recordings', (db) => {
  const transcript = db
    .select({ one: sql`1` })
    .from(transcripts)
    .where(eq(transcripts.eventId, events.id))
  const notes = db
    .select({ one: sql`1` })
    .from(showNotes)
    .where(eq(showNotes.eventId, events.id))
  return db
    .select({
      event: events,
      hasTranscript: exists(transcript).mapWith(Boolean),
      hasShowNotes: exists(notes).mapWith(Boolean),
    })
    .from(events)
    .where(isNotNull(events.recordingReadyAt))
})

/**
 * Returns the completed events with a released recording, newest first. If `reader` is given, includes the materials
 * that this reader may see.
 */
export async function listMemberVideos(
  db: Db,
  time: TimeContext,
  reader?: Reader,
): Promise<LibraryVideo[]> {
  const rows = await readRecordings(db, {})
  const end = (event: EventRow) => eventEnd(event, time.timeZone)?.getTime() ?? 0
  const listed = rows.filter(({ event }) => isInLibrary(event, time))
  const ids = listed.map(({ event }) => event.id)
  const chapters = await listChapters(db, ids)
  const listedEvents = listed.map(({ event }) => event)
  const materials = reader && (await listMaterialsFor(db, listedEvents, reader, time))
  return listed
    .toSorted((a, b) => end(b.event) - end(a.event) || b.event.id - a.event.id)
    .map(({ event, hasTranscript, hasShowNotes }) => ({
      id: event.id,
      slug: event.slug,
      title: event.title,
      speakerName: event.speakerName,
      description: event.description,
      videoUrl: event.videoUrl!,
      eventDate: event.eventDate,
      ...(chapters.has(event.id) && { chapters: chapters.get(event.id) }),
      ...(hasTranscript && { hasTranscript }),
      ...(hasShowNotes && { hasShowNotes }),
      ...(materials && { materials: materials.get(event.id) ?? [] }),
    }))
}
