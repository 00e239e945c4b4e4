import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventType } from '#kernel/domain-events.ts'
import type { AuditAction } from '#kernel/values.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'

type AuditedEntry = { action: AuditAction; subject: SQL; details: SQL }

/**
 * For each domain event type that the audit log shows: the entry to add, as SQL expressions over the recorded row `r`.
 */
export const auditedEntries: Partial<Record<DomainEventType, AuditedEntry>> = {
  'registration.cancelled': {
    action: 'registration_cancelled',
    subject: sql`r.person_key`,
    details: sql`jsonb_build_object('registrationId', r.registration_id, 'eventId', r.event_id,
      'by', case when r.cause = 'person' then r.cause end)`,
  },
  'person.corrected': {
    action: 'person_changed',
    subject: sql`r.person_key`,
    details: sql`r.facts`,
  },
  'person.merged': {
    action: 'person_merged',
    subject: sql`r.person_key`,
    details: sql`r.facts`,
  },
  'event.deleted': {
    action: 'event_deleted',
    subject: sql`r.facts ->> 'title'`,
    details: sql`jsonb_build_object('eventId', r.event_id, 'registrations', r.facts -> 'registrations')`,
  },
  'site.published': {
    action: 'site_published',
    subject: sql`r.facts ->> 'note'`,
    details: sql`r.facts - 'note'`,
  },
  'settings.changed': {
    action: 'settings_changed',
    subject: sql`r.facts ->> 'label'`,
    details: sql`jsonb_build_object('fields', r.facts -> 'fields')`,
  },
}

function auditEntryOf(column: 'action' | 'subject' | 'details'): SQL {
  const cases = Object.entries(auditedEntries).map(([type, entry]) => {
    const value = column === 'action' ? sql`${entry.action}::text` : entry[column]
    return sql`when ${type}::text then ${value}`
  })
  return sql`case r.type ${sql.join(cases, sql` `)} end`
}

/**
 * Row consumers react to domain events in the transaction that records them. Each returns an SQL statement over the
 * newly recorded rows; work for many people is left to a background job, which the statement queues.
 */
export const rowConsumers: Record<
  'webhooks' | 'audit',
  (recorded: SQL, deed: Deed | undefined) => SQL | undefined
> = {
  /**
   * Queues a call to each webhook that subscribes to the event's type. `for key share` makes the statement skip a
   * webhook that is being deleted, to which no call may refer.
   */
  webhooks: (recorded) => sql`insert into webhook_deliveries
      (webhook_id, type, event_id, registration_id, person_key, topic, occurred_at)
    select w.id, r.type, r.event_id, r.registration_id, r.person_key, r.topic, r.occurred_at
    from ${recorded} r join webhooks w on w.off_since is null and r.type = any(w.events)
      and (r.cause <> 'clock' or w.active_since <= r.occurred_at)
    order by r.id for key share of w`,
  /**
   * Adds audit log entries for the recorded events. Without `deed`, which names the administrator, adds none: for
   * example, when an event starts because its time has come.
   */
  audit: (recorded, deed) =>
    deed &&
    sql`insert into audit_log
      (at, action, username, subject, details, address)
    select ${deed.now.toISOString()}::timestamptz, ${auditEntryOf('action')},
      (select a.username from administrators a where a.id = ${deed.actor?.administratorId ?? null}::int),
      coalesce(${auditEntryOf('subject')}, ''),
      jsonb_strip_nulls(${auditEntryOf('details')} || jsonb_build_object('keyName', ${deed.actor?.keyName ?? null}::text)),
      nullif(${deed.actor?.address ?? ''}::text, '')
    from ${recorded} r order by r.id`,
}
export type RowConsumer = keyof typeof rowConsumers

/**
 * After-commit consumers update the memory of the nodes after a transaction: `pages` clears the cached responses,
 * `site` and `settings` reload the site's content and the settings. The committing node runs them before it responds,
 * and notifies the other nodes by NOTIFY.
 */
export type AfterCommitConsumer = 'pages' | 'site' | 'settings'

/** Consumers of each domain event type: row consumers, which run in the transaction, then after-commit consumers. */
export const consumersOf: Record<DomainEventType, (RowConsumer | AfterCommitConsumer)[]> = {
  'registration.created': ['webhooks'],
  'registration.upgraded': [],
  'registration.cancelled': ['webhooks', 'audit'],
  'person.unsubscribed': ['webhooks'],
  'person.resubscribed': [],
  'person.corrected': ['audit'],
  // Merging and erasing a person can delete a quote that the front page shows.
  'person.merged': ['audit', 'pages'],
  // For an erased person, features/erasure calls the webhooks, because the recorded event no longer identifies the
  // person.
  'person.erased': ['pages'],
  'event.published': ['webhooks', 'pages'],
  'event.changed': ['pages'],
  'event.moved': ['webhooks', 'pages'],
  'event.cancelled': ['webhooks', 'pages'],
  'event.restored': ['pages'],
  'event.completed': ['pages'],
  'event.deleted': ['audit', 'pages'],
  'event.live_changed': ['pages'],
  'event.seats_changed': ['pages'],
  'event.started': ['webhooks'],
  'event.ended': ['webhooks'],
  'recording.ready': ['webhooks', 'pages'],
  'recording.withdrawn': ['pages'],
  'transcript.published': ['pages'],
  'transcript.withdrawn': ['pages'],
  'attendance.ready': ['webhooks'],
  'quote.published': ['pages'],
  'quote.withdrawn': ['pages'],
  // No consumer: this domain event is only recorded. Mails that wait for an import to finish read the table
  // `import_batches` instead, so that they do not depend on the sweep that records the event.
  'import.settled': [],
  'site.published': ['audit', 'site'],
  'settings.changed': ['audit', 'settings'],
}

/** Returns the domain event types that a consumer handles. */
export function typesFor(consumer: RowConsumer | AfterCommitConsumer): DomainEventType[] {
  const types = Object.keys(consumersOf) as DomainEventType[]
  return types.filter((type) => consumersOf[type].includes(consumer))
}
