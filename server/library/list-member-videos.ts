import { eventEnd } from '#shared/event-time.ts'
import type { LibraryVideo } from '#shared/contract/library.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema.ts'
import type { EventRow, Moment } from '#server/events/present-event.ts'
import { hasReadyRecording, isInLibrary } from './library-recording.ts'

/** Completed events with a recording that is ready, newest first. decisions.md, "Events". */
export async function listMemberVideos(db: Db, moment: Moment): Promise<LibraryVideo[]> {
  const rows = await db.select().from(events).where(hasReadyRecording())
  const end = (event: EventRow) => eventEnd(event, moment.timeZone)?.getTime() ?? 0
  return rows
    .filter((event) => isInLibrary(event, moment))
    .toSorted((a, b) => end(b) - end(a) || b.id - a.id)
    .map(({ id, title, speakerName, description, videoUrl, eventDate }) => ({
      id,
      title,
      speakerName,
      description,
      videoUrl: videoUrl!,
      eventDate,
    }))
}
