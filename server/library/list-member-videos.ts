import { and, isNotNull, isNull, eq, ne } from 'drizzle-orm'
import { effectiveStatus, eventEnd } from '#shared/event-time.ts'
import type { LibraryVideo } from '#shared/contract/library.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'

/** Completed events with a recording that is ready, newest first. decisions.md, "Events". */
export async function listMemberVideos(db: Db, { now, timeZone }: Moment): Promise<LibraryVideo[]> {
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.recordingReady, true),
        isNotNull(events.videoUrl),
        ne(events.videoUrl, ''),
        isNull(events.cancelledAt),
      ),
    )
  const end = (event: (typeof rows)[number]) => eventEnd(event, timeZone)?.getTime() ?? 0
  return rows
    .filter((event) => effectiveStatus(event, now, timeZone) === 'completed')
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
