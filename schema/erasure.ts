import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { topics } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'

const texts = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

/** Erased people, as keyed hashes of their addresses, by which they are recognised if they return. */
export const erasures = pgTable('erasures', {
  id: id(),
  hashes: texts(),
  /** Topics from which they had unsubscribed, which apply again if they return. */
  topics: text({ enum: topics })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** Outbox entries whose mails may be in the mail folder; emptied once those are deleted. */
  mails: integer()
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`),
  /** By the database's clock, because it is compared with row creation times. */
  erasedAt: createdAt(),
  /** When the hashes were stored beside the backups. */
  writtenAt: instant(),
})

const providers = ['zoom', 'mailerlite'] as const
const tasks = ['cancel', 'delete', 'unsubscribe', 'forget'] as const
const taskStates = ['waiting', 'done', 'failed'] as const

/** Deletions at providers about an erased person, and their results. */
export const providerTasks = pgTable(
  'provider_tasks',
  {
    id: id(),
    erasureId: integer().references(() => erasures.id, { onDelete: 'cascade' }),
    provider: text({ enum: providers }).notNull(),
    task: text({ enum: tasks }).notNull(),
    webinarId: text(),
    /** The provider's id of the person, if known. */
    externalId: text(),
    /** Keyed hash of the address, to find the person at the provider. */
    addressHash: text().notNull(),
    /** Cursor of the search through MailerLite's subscribers, if the id is unknown. */
    cursor: text(),
    state: text({ enum: taskStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** The result as text for the organiser. */
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
