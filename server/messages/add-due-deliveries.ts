import { sql, type SQL } from 'drizzle-orm'
import { eventStart } from '#shared/event-time.ts'
import { topicOf, type MessageKind } from '#shared/messages.ts'
import type { Transaction } from '#server/db/open.ts'
import type { EventRow } from '#server/events/present-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import type { DueMatter } from './list-due-matters.ts'

/** The time that a person was told last, whatever told it; no row where they were told of no mail. */
const lastTold = sql`select d.told_start from message_deliveries d
  where d.email = u.email and d.event_id = r.event_id and d.state in ('sent', 'kept')
    and d.kind in ('registration_confirmed', 'date_confirmed', 'moved', 'reminder_24h', 'join_link')
  order by d.sent_at desc nulls last, d.id desc limit 1`

/** Which registrants a matter concerns. */
function audienceOf(event: EventRow, { kind, registeredBefore }: DueMatter): SQL {
  const confirmed = sql`r.registration_type = 'confirmed'`
  const toldOtherwise = () =>
    sql`(select told.told_start is distinct from ${eventStart(event)?.toISOString()}::timestamptz
      from (${lastTold}) told)`
  const audiences: Partial<Record<MessageKind, () => SQL>> = {
    date_confirmed: () => sql`r.registration_type = 'pre_registration'`,
    moved: () => sql`${confirmed} and ${toldOtherwise()}`,
    cancelled: () => sql`true`,
    recording_ready: () => sql`${confirmed} and r.receive_updates`,
  }
  const audience = audiences[kind]?.() ?? confirmed
  if (!registeredBefore) return audience
  return sql`${audience} and r.created_at < ${registeredBefore.toISOString()}::timestamptz`
}

/** Who has unsubscribed is not even planned for; who does so later is left out at sending. */
function subscribed(kind: MessageKind): SQL {
  const topic = topicOf(kind)
  if (!topic) return sql`true`
  return sql`not exists (select from unsubscriptions s where s.email = u.email and s.topic = ${topic})`
}

/**
 * One delivery and its job for everybody concerned who has none yet. Those who have are left out
 * before the insert: each conflict would take an id, at every sweep, and ids are not endless.
 */
export async function addDueDeliveries(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  event: EventRow,
  matter: DueMatter,
): Promise<number> {
  const { kind, occasion } = matter
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into message_deliveries (kind, email, event_id, occasion)
    select ${kind}, u.email, r.event_id, ${occasion}
    from event_registrations r join users u on u.id = r.user_id
    where r.event_id = ${event.id} and ${audienceOf(event, matter)} and ${subscribed(kind)}
      and not exists (select from message_deliveries d where d.event_id = r.event_id
        and d.email = u.email and d.kind = ${kind} and d.occasion = ${occasion})
    on conflict do nothing
    returning id`)
  await jobs.send(
    tx,
    'send-message',
    rows.map(({ id }) => ({ deliveryId: id })),
  )
  return rows.length
}
