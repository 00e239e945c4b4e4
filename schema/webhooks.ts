import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { topics, webhookCallStates, webhookOffReasons } from '#kernel/values.ts'
import { bytes, createdAt, id, instant, oneOf } from './columns.ts'

/** Webhooks and their deliveries, which a consumer in platform/domain-events writes. */

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    /** The subscribed event types. */
    events: text().array().notNull(),
    /** The encrypted secret, whose key is not in the database; null after a restore. */
    sealed: bytes(),
    /** The previous secret, which also signs until `formerUntil`. */
    formerSealed: bytes(),
    formerUntil: instant(),
    /** Time-based events before this time are not delivered. */
    activeSince: instant().notNull(),
    /** Null while the webhook is on. */
    offSince: instant(),
    offFor: text({ enum: webhookOffReasons }),
    /** First failed call since the last successful one. */
    failingSince: instant(),
    /** The receiver asked for no calls until this time. */
    pausedUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [oneOf('webhooks_off_check', table.offFor, webhookOffReasons)],
)

/** The next attempt of a delivery that is due at once: earlier than any clock. */
export const atOnce = new Date(0)

export const webhookCalls = pgTable(
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
    /** Subject of the event; the row may have been deleted. */
    eventId: integer(),
    registrationId: integer(),
    personKey: text(),
    topic: text({ enum: topics }),
    occurredAt: createdAt(),
    state: text({ enum: webhookCallStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextTryAt: instant()
      .notNull()
      .default(sql`to_timestamp(0)`),
    triedAt: instant(),
    endedAt: instant(),
    /** Last HTTP status of the receiver; response bodies are not stored. */
    status: integer(),
    /** Code of the last failure. */
    failure: text(),
    /** The id of the request that caused it, if the transaction has one: `nameRequests` of platform/db. */
    requestId: text().default(sql`nullif(current_setting('greenroom.request', true), '')`),
  },
  (table) => [
    oneOf('webhook_deliveries_state_check', table.state, webhookCallStates),
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
