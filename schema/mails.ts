import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { heldMailStates, outboxEntryStates } from '#kernel/values.ts'
import { announcements } from './announcements.ts'
import { id, instant, oneOf, createdAt } from './columns.ts'
import { events } from './events.ts'
import { people } from './people.ts'

/** The outbox, requests for links, delayed mails and bounces. */

/** Separate hourly allowances of links: for a browser that a mail signed in before, and on the event's day. */
export const linkAllowances = ['own_browser', 'event_day'] as const
export type LinkAllowance = (typeof linkAllowances)[number]

/**
 * The outbox: one row per notification, whose unique key prevents duplicates. A row with `carriedBy` is sent in
 * that row's mail, or alone if that row is deleted.
 */
export const outboxEntries = pgTable(
  'outbox_entries',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    /** Distinguishes repeated notifications, for example by the start that a reminder is about. */
    dedupeKey: text().notNull().default(''),
    carriedBy: integer(),
    /** The announcement with the text, if an organiser wrote it. */
    announcementId: integer().references(() => announcements.id, { onDelete: 'cascade' }),
    state: text({ enum: outboxEntryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /**
     * Attempts that handed over the mail without getting a response: the recipient may have that many copies.
     */
    unansweredTries: integer().notNull().default(0),
    lastError: text(),
    /** Start of the current or last attempt. */
    triedAt: instant(),
    /** When that attempt handed over the mail; null before. */
    handedOverAt: instant(),
    sentAt: instant(),
    /** The event's start in the mail, to detect that it moved later. */
    toldStart: instant(),
    messageId: text(),
    /** The mail server's response. */
    answer: text(),
    /** Headers of the mail; its text if no mail server is configured, otherwise a digest of the text. */
    kept: jsonb().$type<KeptMail>(),
    /** The allowance in which a requested link or code counts; null for the general one. */
    linkAllowance: text({ enum: linkAllowances }),
    linkFirstUsedAt: instant(),
    linkUses: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('outbox_entries_once_unique')
      .on(table.kind, table.email, table.eventId, table.dedupeKey)
      .nullsNotDistinct(),
    oneOf('outbox_entries_kind_check', table.kind, mailKinds),
    oneOf('outbox_entries_state_check', table.state, outboxEntryStates),
    oneOf('outbox_entries_allowance_check', table.linkAllowance, linkAllowances),
    index('outbox_entries_email_index').on(table.email),
    // For the embedded database, which without statistics would look up a person's rows by event only.
    index('outbox_entries_event_index').on(table.eventId, table.email, table.kind),
    index('outbox_entries_carrier_index').on(table.carriedBy),
    index('outbox_entries_announcement_index')
      .on(table.announcementId, table.id)
      .where(sql`${table.announcementId} is not null`),
    index('outbox_entries_fed_index')
      .on(table.announcementId, table.id)
      .where(sql`${table.announcementId} is not null and ${table.state} in ('waiting', 'sending')`),
    index('outbox_entries_due_index')
      .on(table.createdAt)
      .where(
        sql`${table.state} in ('waiting', 'sending') and ${table.carriedBy} is null and ${table.announcementId} is null`,
      ),
    index('outbox_entries_failed_index')
      .on(table.triedAt, table.email)
      .where(sql`${table.state} = 'failed' and ${table.carriedBy} is null`),
    index('outbox_entries_unknown_index')
      .on(table.triedAt)
      .where(sql`${table.state} = 'unknown'`),
    index('outbox_entries_open_index')
      .on(table.state)
      .where(sql`${table.state} in ('waiting', 'sending')`),
  ],
)

/** What the outbox stores of a mail. Mails of earlier releases lack the headers after the subject. */
export type KeptMail = {
  subject: string
  from?: string
  replyTo?: string
  listUnsubscribe?: string
  text?: string
  html?: string
  digest?: string
}

/**
 * Requests for links, for known and unknown addresses, so that both take equally long. A job decides whether to
 * send a mail, and deletes the row.
 */
export const linkRequests = pgTable(
  'link_requests',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    /** The event's id as the caller sent it; the event may not exist. */
    eventId: integer(),
    /** Additional allowances of the browser. */
    allowances: text({ enum: linkAllowances }).array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index('link_requests_created_index').on(table.createdAt)],
)

/**
 * Mails caused by saving an event, delayed so that an administrator can stop them: one row per kind. Rows of
 * stopped mails stay, so that they are not planned again.
 */
export const heldMails = pgTable(
  'held_mails',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    dedupeKey: text().notNull(),
    state: text({ enum: heldMailStates }).notNull().default('held'),
    /** Number of recipients; an erasure does not change it. */
    count: integer().notNull(),
    goesAt: instant().notNull(),
    /** The event's fields before the save; null for a new event. */
    before: jsonb().$type<EventCause>(),
    /** The event's `updatedAt` after the save. */
    savedAt: instant().notNull(),
  },
  (table) => [
    unique('held_mails_once_unique').on(table.eventId, table.kind, table.dedupeKey),
    oneOf('held_mails_kind_check', table.kind, mailKinds),
    oneOf('held_mails_state_check', table.state, heldMailStates),
  ],
)

/** The event's fields that cause mails. */
export type EventCause = Pick<
  typeof events.$inferSelect,
  | 'eventDate'
  | 'eventTime'
  | 'eventEndTime'
  | 'dateConfirmed'
  | 'status'
  | 'videoUrl'
  | 'recordingReady'
  | 'calendarSequence'
> & { cancelled: boolean; publishAt?: string | null }

/** Bounced addresses, and the position in the bounce mailbox. */

/** Addresses to which no mail is sent. Rows are deleted with the person, whose former address it may be. */
export const bounces = pgTable(
  'bounces',
  {
    email: text().primaryKey(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** True if the mailbox does not exist. Otherwise it may recover, and a new registration tries it. */
    isLasting: boolean().notNull(),
    /** The mail server's message. */
    reason: text().notNull(),
    /** The bounced mail, while it exists. */
    outboxEntryId: integer(),
    notedAt: createdAt(),
  },
  (table) => [index('bounces_person_index').on(table.personKey)],
)

/** A bounce mailbox, with the position up to which it was read. */
export const bounceMailboxes = pgTable('bounce_mailboxes', {
  /** `user@host/folder`. */
  name: text().primaryKey(),
  /** IMAP's UIDVALIDITY; when it changes, message numbers have new meanings. */
  validity: text(),
  lastUid: bigint({ mode: 'number' }).notNull().default(0),
  readAt: instant(),
  /** Error of the last attempt to read the mailbox. */
  lastError: text(),
  /** Number of reports that could not be processed. */
  passedOver: integer().notNull().default(0),
})

/** One row: the rate limit of announcement mails across all nodes, by the database's clock. */
export const mailPace = pgTable('mail_pace', {
  id: integer().primaryKey(),
  /** The first free slot; each mail takes the next slot of a schedule. */
  nextSlotAt: instant().notNull(),
  /**
   * Factor by which the rate is reduced after the mail server deferred mails at `slowedAt`; 1 is the configured
   * rate.
   */
  slowness: doublePrecision().notNull().default(1),
  slowedAt: instant(),
  /** The mail server's quota is exhausted until this time. */
  closedUntil: instant(),
  /** Length of the last such pause, in seconds. */
  closedFor: integer().notNull().default(0),
})
