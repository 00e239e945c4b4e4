import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { topics, webhookDeliveryStates, webhookOffReasons } from '#kernel/values.ts'
import { bytes, createdAt, id, instant, oneOf } from './columns.ts'

/**
 * Tables of outgoing webhooks and their deliveries. A consumer of domain events in platform/domain-events adds
 * deliveries.
 */

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    /** Types of domain events that the webhook receives. */
    events: text().array().notNull(),
    /** The secret that signs deliveries, encrypted with a key outside the database; null after a restore. */
    sealed: bytes(),
    /** The previous secret; deliveries are signed with both until `formerUntil`. */
    formerSealed: bytes(),
    formerUntil: instant(),
    /**
     * Domain events that are caused by the clock, such as the start of an event, are not sent to this webhook if they
     * occurred before this time.
     */
    activeSince: instant().notNull(),
    /** When the webhook was turned off; null while it is on. */
    offSince: instant(),
    offFor: text({ enum: webhookOffReasons }),
    /** Time of the first failed delivery since the last successful one. */
    failingSince: instant(),
    /** The receiver asked, by Retry-After, for no deliveries until this time. */
    pausedUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [oneOf('webhooks_off_check', table.offFor, webhookOffReasons)],
)

/** `nextTryAt` of a delivery that is due immediately: earlier than the time of any clock. */
export const atOnce = new Date(0)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The `webhook-id` header, the same for every attempt. */
    messageId: text()
      .notNull()
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    type: text().notNull(),
    /** Ids of the rows that the domain event is about, which may have been deleted. */
    eventId: integer(),
    registrationId: integer(),
    personKey: text(),
    topic: text({ enum: topics }),
    occurredAt: createdAt(),
    state: text({ enum: webhookDeliveryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextTryAt: instant()
      .notNull()
      .default(sql`to_timestamp(0)`),
    triedAt: instant(),
    endedAt: instant(),
    /** HTTP status of the receiver's last response; response bodies are not stored. */
    status: integer(),
    /** Error code of the last failed call of the webhook's URL. */
    failure: text(),
    /** Id of the HTTP request that caused the domain event, if any: `nameRequests` of platform/db sets it. */
    requestId: text().default(sql`nullif(current_setting('greenroom.request', true), '')`),
  },
  (table) => [
    oneOf('webhook_deliveries_state_check', table.state, webhookDeliveryStates),
    index('webhook_deliveries_webhook_index').on(table.webhookId, table.id),
    index('webhook_deliveries_due_index')
      .on(table.webhookId, table.nextTryAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_waiting_index')
      .on(table.webhookId, table.occurredAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_failed_index')
      .on(table.webhookId, table.endedAt)
      .where(sql`${table.state} = 'failed'`),
    index('webhook_deliveries_ended_index')
      .on(table.endedAt)
      .where(sql`${table.state} <> 'waiting'`),
    index('webhook_deliveries_person_index')
      .on(table.personKey)
      .where(sql`${table.personKey} is not null`),
  ],
)
