import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'

/**
 * Returns whether the event has guests, each of them approved the recording at this link, and no guest who refused it
 * has left the crew. Lock the event before, because guests answer under that lock.
 */
export async function areGuestsAgreed(
  tx: Transaction,
  eventId: number,
  videoUrl: string,
): Promise<boolean> {
  const { rows } = await tx.execute<{ areAgreed: boolean | null }>(sql`
    select bool_and(c.recording_answer is not distinct from 'publish' and c.recording_url = ${videoUrl})
      and not exists (select from recording_refusals f
        where f.event_id = ${eventId} and f.video_url = ${videoUrl}) as "areAgreed"
    from event_crew c where c.event_id = ${eventId} and c.role = 'guest'`)
  return rows[0]?.areAgreed ?? false
}
