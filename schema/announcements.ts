import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { announcementTopics } from '#kernel/values.ts'
import type { WrittenBlock } from '#kernel/written-text.ts'
import { createdAt, id, instant, oneOf, updatedAt, words } from './columns.ts'
import { events } from './events.ts'

/** What the organiser writes to many people at once, and to whom it was approved. */

/** What is written of an audience: conditions joined, others taken away, and a crew. */
export type StoredAudience = {
  any: { kind: string; eventId?: number }[]
  except: { kind: string; eventId?: number }[]
  crewOf?: number
}

/** `notes`: what of the text is not in the mail, in words for whoever wrote it. */
export type AnnouncementContent = { blocks: WrittenBlock[]; notes: string[] }

/** Its mails are rows of the outbox. Without `approvedAt` it is a draft. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    topic: text({ enum: announcementTopics }).notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    audience: jsonb().$type<StoredAudience>().notNull(),
    subject: words(),
    /** Markdown, as it was written. */
    body: words(),
    /** The same as it was read: what mails are made of. */
    content: jsonb().$type<AnnouncementContent>().notNull(),
    /** Digest of all that was written as it was last sent to somebody to try. */
    testedAs: text(),
    /** The outbox entry of that; unchecked, since it may go. */
    testedBy: integer(),
    approvedAt: instant(),
    /** Nobody is written to before. */
    goesAt: instant(),
    /** While it is stopped. */
    stoppedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('announcements_topic_check', table.topic, announcementTopics)],
)

export const recipientGoneReasons = ['erased', 'merged'] as const

/**
 * Everybody for whom an announcement was approved, one row each, whatever becomes of their outbox entry: it
 * goes with the person, and is counted as before.
 */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    /** An id of `message_deliveries`; unchecked, since it outlives that row. */
    deliveryId: integer().notNull(),
    announcementId: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    /** Why the outbox entry is gone. */
    gone: text({ enum: recipientGoneReasons }),
  },
  (table) => [
    oneOf('announcement_recipients_gone_check', table.gone, recipientGoneReasons),
    primaryKey({ columns: [table.announcementId, table.deliveryId] }),
    index('announcement_recipients_delivery_index').on(table.deliveryId),
  ],
)
