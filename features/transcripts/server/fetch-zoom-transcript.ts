import { eq } from 'drizzle-orm'
import { largestTranscript } from '#features/transcripts/contract.ts'
import type { ZoomClient } from '#features/webinars/server/zoom-client.ts'
import { outcomeOf, ZoomError } from '#features/webinars/server/zoom-error.ts'
import type { Db } from '#platform/db/open.ts'
import { GiveUp, type Attempt } from '#platform/jobs/run-job.ts'
import { transcriptDrafts } from '#schema/transcripts.ts'

const gone = 'Zoom no longer provides this transcript. Download it in Zoom and upload it here.'

/**
 * Downloads Zoom's transcript of a recording as a draft. Throws errors that make the queue retry or give up, and
 * stores the reason in the draft's row.
 */
export async function fetchTranscript(
  db: Db,
  { zoom, now }: { zoom: Pick<ZoomClient, 'download'>; now: Date },
  eventId: number,
  attempt: Pick<Attempt, 'isLast'>,
): Promise<void> {
  const ofEvent = eq(transcriptDrafts.eventId, eventId)
  const [draft] = await db.select().from(transcriptDrafts).where(ofEvent)
  if (!draft || draft.state === 'ready') return
  try {
    const text = await zoom.download(draft.downloadUrl, draft.downloadToken, largestTranscript)
    const source = text.replaceAll('\u0000', '').toWellFormed()
    await db
      .update(transcriptDrafts)
      .set({ source, state: 'ready', downloadToken: null, lastError: null })
      .where(ofEvent)
  } catch (error) {
    const isGone = error instanceof ZoomError && [403, 404, 410].includes(error.status)
    const outcome = isGone ? new GiveUp(gone) : outcomeOf(error, now)
    const isOver = outcome instanceof GiveUp || attempt.isLast
    await db
      .update(transcriptDrafts)
      .set({ state: isOver ? 'failed' : 'waiting', lastError: outcome.message })
      .where(ofEvent)
    throw outcome
  }
}
