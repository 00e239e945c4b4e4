import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { topics } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'

const texts = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

/** Who asked to be erased, as keyed digests of their addresses: enough to know them by if they come again. */
export const erasures = pgTable('erasures', {
  id: id(),
  hashes: texts(),
  /** What they had unsubscribed from: it holds should they be known again. */
  topics: text({ enum: topics })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** Mails that may lie in the mail folder, by their outbox entries; empty once that is done. */
  mails: integer()
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`),
  /** By the database's clock, as the creation of the rows that it is compared with. */
  erasedAt: createdAt(),
  /** When the digests stood beside the backups. */
  writtenAt: instant(),
})

const providers = ['zoom', 'mailerlite'] as const
const tasks = ['cancel', 'delete', 'unsubscribe', 'forget'] as const
const taskStates = ['waiting', 'done', 'failed'] as const

/** What a provider is to give up or to forget of somebody who is gone here, and what came of it. */
export const providerTasks = pgTable(
  'provider_tasks',
  {
    id: id(),
    erasureId: integer().references(() => erasures.id, { onDelete: 'cascade' }),
    provider: text({ enum: providers }).notNull(),
    task: text({ enum: tasks }).notNull(),
    webinarId: text(),
    /** The provider's own number for them, where we learnt it. */
    externalId: text(),
    /** A keyed digest of the address, to find them by. */
    addressHash: text().notNull(),
    /** The cursor behind the subscribers that were compared already, where MailerLite's id is unknown. */
    cursor: text(),
    state: text({ enum: taskStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** In words for the organiser. */
    outcome: text(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    oneOf('provider_tasks_provider_check', table.provider, providers),
    oneOf('provider_tasks_task_check', table.task, tasks),
    oneOf('provider_tasks_state_check', table.state, taskStates),
    index('provider_tasks_address_index').on(table.addressHash),
    index('provider_tasks_open_index')
      .on(table.id)
      .where(sql`${table.state} = 'waiting'`),
  ],
)
export type ProviderTask = typeof providerTasks.$inferSelect
