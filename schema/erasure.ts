import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { topics } from '#kernel/values.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'

const texts = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

/** Erased people, stored as keyed hashes of their email addresses, which identify them if they register again. */
export const erasures = pgTable('erasures', {
  id: id(),
  hashes: texts(),
  /** Topics that the person had unsubscribed from; restored if the person registers again. */
  topics: text({ enum: topics })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** Ids of outbox entries whose mails may be files in the mail folder; emptied once those files are deleted. */
  mails: integer()
    .array()
    .notNull()
    .default(sql`'{}'::integer[]`),
  /** Time by the database's clock, because it is compared with `created_at` of other rows. */
  erasedAt: createdAt(),
  /**
   * When the hashes of the erased emails were written to the backup location, where a restore reads them; null before.
   */
  writtenAt: instant(),
})

const providers = ['zoom', 'mailerlite'] as const
const tasks = ['cancel', 'delete', 'unsubscribe', 'forget'] as const
const taskStates = ['waiting', 'done', 'failed'] as const

/** Requests to Zoom and MailerLite to delete an erased person's data there, with their results. */
export const providerTasks = pgTable(
  'provider_tasks',
  {
    id: id(),
    erasureId: integer().references(() => erasures.id, { onDelete: 'cascade' }),
    provider: text({ enum: providers }).notNull(),
    task: text({ enum: tasks }).notNull(),
    webinarId: text(),
    /** The person's id at Zoom or MailerLite; null if unknown. */
    externalId: text(),
    /** Keyed hash of the person's email, to find the person at the provider. */
    addressHash: text().notNull(),
    /** Cursor of the search through MailerLite's subscribers while `externalId` is unknown. */
    cursor: text(),
    state: text({ enum: taskStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Result of the request to Zoom or MailerLite, as a sentence for the organiser. */
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
