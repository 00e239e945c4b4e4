import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'

/**
 * Gives the person what a session wrote before it was verified for the same e-mail: what was watched is
 * united, the place is the later one. Specification, "Watch progress".
 */
export async function mergeWatchProgress(
  tx: Transaction,
  { sessionId, email }: { sessionId: number; email: string },
): Promise<void> {
  const isLater = sql`excluded.updated_at > kept.updated_at`
  await tx.execute(sql`
    with own as (
      delete from session_watch_progress where session_id = ${sessionId} and email = ${email}
      returning *)
    insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
    select email, event_id, watched, position, duration, updated_at from own order by event_id
    on conflict (email, event_id) do update set
      watched = kept.watched + excluded.watched,
      position = case when ${isLater} then excluded.position else kept.position end,
      duration = case when ${isLater} then excluded.duration else kept.duration end,
      updated_at = greatest(kept.updated_at, excluded.updated_at)`)
}
