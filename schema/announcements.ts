import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { announcementTopics } from '#kernel/values.ts'
import type { WrittenBlock } from '#kernel/written-text.ts'
import { createdAt, id, instant, oneOf, updatedAt, words } from './columns.ts'
import { events } from './events.ts'

/** Tables of announcements and of their recipients. */

/**
 * The recipients of an announcement: people in any group of `any` and in no group of `except`, and, if `crewOf` is an
 * event's id, its crew.
 */
export type StoredAudience = {
  any: { kind: string; eventId?: number }[]
  except: { kind: string; eventId?: number }[]
  crewOf?: number
}

/** The text of an announcement. `notes` are warnings for its author about elements that mails cannot contain. */
export type AnnouncementContent = { blocks: WrittenBlock[]; notes: string[] }

/** An announcement. Each of its mails is a row of `outbox_entries`. A row without `approvedAt` is a draft. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    topic: text({ enum: announcementTopics }).notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    audience: jsonb().$type<StoredAudience>().notNull(),
    subject: words(),
    /** The announcement's text in Markdown, as the organiser typed it. */
    body: words(),
    /** `body` after parsing; mails are rendered from it. */
    content: jsonb().$type<AnnouncementContent>().notNull(),
    /** Hash of the announcement's text when its last test mail was sent. */
    testedAs: text(),
    /** Id of the last test mail's outbox entry; no foreign key, since the entry may be deleted. */
    testedBy: integer(),
    approvedAt: instant(),
    /** Time from which the announcement's mails are sent. */
    goesAt: instant(),
    /** When an administrator stopped sending the announcement; null if it was not stopped. */
    stoppedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('announcements_topic_check', table.topic, announcementTopics)],
)

export const recipientGoneReasons = ['erased', 'merged'] as const

/**
 * One row for each recipient of an approved announcement. The row is deleted with the person, but not with the outbox
 * entry, so that the announcement's counts stay right.
 */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    /** Id of the recipient's outbox entry; no foreign key, since the entry may be deleted first. */
    outboxEntryId: integer().notNull(),
    announcementId: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    /** Why the outbox entry was deleted; null while it exists. */
    gone: text({ enum: recipientGoneReasons }),
  },
  (table) => [
    oneOf('announcement_recipients_gone_check', table.gone, recipientGoneReasons),
    primaryKey({ columns: [table.announcementId, table.outboxEntryId] }),
    index('announcement_recipients_outbox_entry_index').on(table.outboxEntryId),
  ],
)
