import { eq } from 'drizzle-orm'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { transcripts } from '#server/db/tables/transcripts.ts'
import { lockEvent } from '#server/events/lock-event.ts'
import { noTranscript } from './change-transcript.ts'
import { announceEventChange } from './tell-of-words.ts'

/** Takes a transcript away with all that is searched of it. Throws 404 where there is none. */
export async function deleteTranscript(
  db: Db,
  eventId: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ eventId: number }> {
  return db.transaction(async (tx) => {
    const { event } = await lockEvent(tx, eventId)
    const gone = await tx
      .delete(transcripts)
      .where(eq(transcripts.eventId, eventId))
      .returning({ eventId: transcripts.eventId })
    if (gone.length === 0) throw noTranscript()
    await announceEventChange(tx, eventId)
    await writeAuditEntry(tx, actor, {
      action: 'transcript_removed',
      subject: event.title,
      details: { eventId },
      now,
    })
    return { eventId }
  })
}
