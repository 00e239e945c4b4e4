import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventType } from '#kernel/domain-events.ts'

/**
 * A row consumer builds a statement over newly recorded rows that runs in their transaction. To
 * reach many people it inserts a row or a job and leaves the fan-out to the planner.
 */
export const rowConsumers = {
  /** Queues a call for each webhook that wants the type. The key share lock passes over webhooks being removed. */
  webhooks: (recorded: SQL) => sql`insert into webhook_deliveries
      (webhook_id, type, event_id, registration_id, person_key, topic, occurred_at)
    select w.id, r.type, r.event_id, r.registration_id, r.person_key, r.topic, r.occurred_at
    from ${recorded} r join webhooks w on w.off_since is null and r.type = any(w.events)
      and (r.cause <> 'clock' or w.active_since <= r.occurred_at)
    order by r.id for key share of w`,
}
export type RowConsumer = keyof typeof rowConsumers

/**
 * After-commit consumers run on the node that committed, before the call is answered; other nodes learn of the change
 * through NOTIFY. `pages` drops the cached responses; `site` and `settings` reload what the node keeps in memory.
 */
export type AfterCommitConsumer = 'pages' | 'site' | 'settings'

/** Consumers of each type, in order: row consumers in the transaction, then after-commit consumers. */
export const consumersOf: Record<DomainEventType, (RowConsumer | AfterCommitConsumer)[]> = {
  'registration.created': ['webhooks'],
  'registration.upgraded': [],
  'registration.cancelled': ['webhooks'],
  'person.unsubscribed': ['webhooks'],
  'person.resubscribed': [],
  'person.corrected': [],
  'person.merged': [],
  // features/erasure queues these webhook calls, because the recorded row no longer identifies the person.
  'person.erased': [],
  'event.published': ['webhooks', 'pages'],
  'event.changed': ['pages'],
  'event.moved': ['webhooks', 'pages'],
  'event.cancelled': ['webhooks', 'pages'],
  'event.restored': ['pages'],
  'event.completed': ['pages'],
  'event.deleted': ['pages'],
  'event.live_changed': ['pages'],
  'event.started': ['webhooks'],
  'event.ended': ['webhooks'],
  'recording.ready': ['webhooks', 'pages'],
  'recording.withdrawn': ['pages'],
  'transcript.published': ['pages'],
  'transcript.withdrawn': ['pages'],
  'attendance.ready': ['webhooks'],
  'import.settled': [],
  'site.published': ['site'],
  'settings.changed': ['settings'],
}

/** Returns the types that a consumer handles. */
export function typesFor(consumer: RowConsumer | AfterCommitConsumer): DomainEventType[] {
  const types = Object.keys(consumersOf) as DomainEventType[]
  return types.filter((type) => consumersOf[type].includes(consumer))
}
