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
    /** The types of events that it is told of. */
    events: text().array().notNull(),
    /** By a key that is not in the database; null after a restore. */
    sealed: bytes(),
    /** The secret of before, which signs as well until then. */
    formerSealed: bytes(),
    formerUntil: instant(),
    /** From when on it is told of what the clock brings about. */
    activeSince: instant().notNull(),
    /** Null while it is on. */
    offSince: instant(),
    offFor: text({ enum: webhookOffReasons }),
    /** When the first of the calls failed since which none has succeeded. */
    failingSince: instant(),
    /** It asked for no calls before. */
    pausedUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [oneOf('webhooks_off_check', table.offFor, webhookOffReasons)],
)

/** The next try of what waits for no moment: before every clock. */
export const atOnce = new Date(0)

export const webhookCalls = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: integer()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** `webhook-id`, the same at every try. */
    messageId: text()
      .notNull()
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    type: text().notNull(),
    /** What it is about; a row that is gone is named all the same. */
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
    /** What the receiver answered last; its words are kept nowhere. */
    status: integer(),
    /** Why the last try failed: a name of ours. */
    failure: text(),
    /** The request that caused it, where its transaction says: `nameRequests` of platform/db. */
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
