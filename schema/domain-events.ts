import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  domainEventCauses,
  domainEventTypes,
  type DomainEventCause,
  type DomainEventType,
} from '#kernel/domain-events.ts'
import { topics } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'

/**
 * Domain events, such as "event moved". Their subjects are stored as ids without foreign keys, because a domain event
 * outlives the row that it is about.
 */
export const domainEvents = pgTable(
  'domain_events',
  {
    id: id(),
    type: text().$type<DomainEventType>().notNull(),
    occurredAt: createdAt(),
    /**
     * Scheduled time of a time-based domain event, such as an event's start; recorded once per event, type and time.
     */
    moment: instant(),
    cause: text().$type<DomainEventCause>().notNull(),
    eventId: integer(),
    registrationId: integer(),
    /** Id of the row of `import_batches` that caused the domain event. */
    importId: text(),
    /** `people.key` of the person concerned; null if the domain event is their erasure. */
    personKey: text(),
    topic: text({ enum: topics }),
    facts: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    oneOf('domain_events_type_check', table.type, domainEventTypes),
    oneOf('domain_events_cause_check', table.cause, domainEventCauses),
    uniqueIndex('domain_events_moment_index')
      .on(table.eventId, table.type, table.moment)
      .where(sql`${table.moment} is not null`),
    uniqueIndex('domain_events_import_index')
      .on(table.importId, table.type, table.moment)
      .where(sql`${table.importId} is not null`),
    index('domain_events_person_index')
      .on(table.personKey, table.id)
      .where(sql`${table.personKey} is not null`),
  ],
)
