import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { announcementTopics } from '#kernel/values.ts'
import type { WrittenBlock } from '#kernel/written-text.ts'
import { createdAt, id, instant, oneOf, updatedAt, words } from './columns.ts'
import { events } from './events.ts'

/** Announcements by organisers, and the recipients for whom they were approved. */

/** A stored audience: conditions to include and exclude, and an event's crew. */
export type StoredAudience = {
  any: { kind: string; eventId?: number }[]
  except: { kind: string; eventId?: number }[]
  crewOf?: number
}

/** `notes`: warnings for the author about parts of the text that mails cannot contain. */
export type AnnouncementContent = { blocks: WrittenBlock[]; notes: string[] }

/** An announcement, whose mails are rows of the outbox. Without `approvedAt` it is a draft. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    topic: text({ enum: announcementTopics }).notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    audience: jsonb().$type<StoredAudience>().notNull(),
    subject: words(),
    /** Markdown, as typed. */
    body: words(),
    /** The parsed body, from which mails are made. */
    content: jsonb().$type<AnnouncementContent>().notNull(),
    /** Hash of the text that was last sent as a test. */
    testedAs: text(),
    /** Outbox entry of that test; no foreign key, since the entry may be deleted. */
    testedBy: integer(),
    approvedAt: instant(),
    /** Mails are not sent before this time. */
    goesAt: instant(),
    /** When an administrator stopped sending; null while it is not stopped. */
    stoppedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('announcements_topic_check', table.topic, announcementTopics)],
)

export const recipientGoneReasons = ['erased', 'merged'] as const

/**
 * One row for each person for whom an announcement was approved. The row is deleted with the person; the outbox
 * entry may be deleted earlier without changing the counts.
 */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    /** An id of `outbox_entries`; no foreign key, since this row outlives that one. */
    outboxEntryId: integer().notNull(),
    announcementId: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    /** Why the outbox entry was deleted. */
    gone: text({ enum: recipientGoneReasons }),
  },
  (table) => [
    oneOf('announcement_recipients_gone_check', table.gone, recipientGoneReasons),
    primaryKey({ columns: [table.announcementId, table.outboxEntryId] }),
    index('announcement_recipients_outbox_entry_index').on(table.outboxEntryId),
  ],
)
