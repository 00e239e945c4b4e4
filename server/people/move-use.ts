import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import type { Steps } from './note-steps.ts'

/**
 * Gives what hangs on an e-mail to another one. What the other was told already, or unsubscribed from,
 * is theirs once; what both watched is united.
 */
export async function reassignActivity(
  tx: Transaction,
  steps: Steps,
  from: string,
  to: string,
): Promise<void> {
  const { count } = steps
  await count(
    'mails that both were told go',
    sql`delete from message_deliveries d where d.email = ${from} and exists (
      select from message_deliveries o where o.email = ${to} and o.kind = d.kind
        and o.event_id is not distinct from d.event_id and o.occasion = d.occasion)`,
  )
  await count('mails move', sql`update message_deliveries set email = ${to} where email = ${from}`)
  await tx.execute(sql`insert into unsubscriptions (email, topic, created_at)
    select ${to}, topic, created_at from unsubscriptions where email = ${from} on conflict do nothing`)
  await count('unsubscriptions stay', sql`delete from unsubscriptions where email = ${from}`)
  await count(
    'recordings watched are united',
    sql`with own as (delete from watch_progress where email = ${from} returning *)
      insert into watch_progress as kept (email, event_id, watched, position, duration, updated_at)
      select ${to}, event_id, watched, position, duration, updated_at from own
      on conflict (email, event_id) do update set watched = kept.watched + excluded.watched,
        position = case when excluded.updated_at > kept.updated_at then excluded.position
          else kept.position end,
        duration = greatest(kept.duration, excluded.duration),
        updated_at = greatest(kept.updated_at, excluded.updated_at)`,
  )
  await tx.execute(sql`update session_watch_progress set email = ${to} where email = ${from}`)
  await count('visits move', sql`update member_page_access set email = ${to} where email = ${from}`)
  await count(
    'browsers are signed out',
    sql`delete from sessions where email = ${from} and administrator_id is null`,
  )
  await tx.execute(sql`delete from sign_in_codes where email = ${from}`)
  await tx.execute(sql`update sessions set email = null, verified_at = null where email = ${from}`)
  await count(
    'places in the same crew join',
    sql`delete from event_crew c where c.email = ${from} and exists (
      select from event_crew o where o.email = ${to} and o.event_id = c.event_id)`,
  )
  await count(
    'places in crews move',
    sql`update event_crew set email = ${to} where email = ${from}`,
  )
  await count(
    'accesses to the library join',
    sql`delete from video_access v where v.email = ${from} and exists (
      select from video_access o where o.email = ${to} and o.event_id is not distinct from v.event_id)`,
  )
  await count(
    'accesses to the library move',
    sql`update video_access set email = ${to} where email = ${from}`,
  )
}
