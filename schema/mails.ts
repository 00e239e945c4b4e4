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
import { heldMailStates, outboxEntryStates, topics } from '#kernel/values.ts'
import { announcements } from './announcements.ts'
import { id, instant, oneOf, createdAt } from './columns.ts'
import { events } from './events.ts'
import { people } from './people.ts'

/** Tables of the outbox, of requests for links, of delayed mails, and of bounces. */

/**
 * Hourly limits for requested links besides the general one: `own_browser` for a browser in which a mailed link or
 * code verified the email before, `event_day` for requests on the day of the event.
 */
export const linkAllowances = ['own_browser', 'event_day'] as const
export type LinkAllowance = (typeof linkAllowances)[number]

/**
 * The outbox: one row per notification, with a unique key that prevents duplicates. If `carriedBy` is another row's
 * id, the notification is part of that row's mail, or has its own mail if that row is deleted.
 */
export const outboxEntries = pgTable(
  'outbox_entries',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    /**
     * Part of the table's unique key. Distinguishes notifications of the same kind, email and event; for a reminder,
     * begins with the event's start.
     */
    dedupeKey: text().notNull().default(''),
    /** Dedupe key of the mail that this mail repeats because an administrator sent it again. */
    resendOf: text(),
    /** True for a test mail of an announcement: its links do not work, and it is not counted. */
    isTest: boolean().notNull().default(false),
    /** Id of the sign-in code in the mail, and the time at which it was requested. */
    codeId: integer(),
    codeCreatedAt: instant(),
    /** Topics that the link in a resubscribe mail restores; null for all topics. */
    topics: text({ enum: topics }).array(),
    /**
     * Id of the registration that this notification belonged to, set when the registration is cancelled; null before.
     */
    formerRegistrationId: integer(),
    carriedBy: integer(),
    /** The announcement that this notification delivers; null for automatic mails. */
    announcementId: integer().references(() => announcements.id, { onDelete: 'cascade' }),
    state: text({ enum: outboxEntryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /**
     * Number of attempts in which the mail server got the mail but sent no response; the recipient may have that many
     * copies.
     */
    unansweredTries: integer().notNull().default(0),
    lastError: text(),
    /** When the current or last attempt to send this mail began. */
    triedAt: instant(),
    /** When the attempt passed the mail to the mail server; null before. */
    handedOverAt: instant(),
    sentAt: instant(),
    /** The event's start as stated in the mail, to detect that the event moved after the mail was sent. */
    toldStart: instant(),
    messageId: text(),
    /** The mail server's response to this mail. */
    answer: text(),
    /** Headers of the mail, and its text if no mail server is configured, otherwise a digest of the text. */
    kept: jsonb().$type<KeptMail>(),
    /** The hourly limit that a requested link or code counts towards; null for the general limit. */
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
    // This index includes `email`: the embedded database has no statistics, and would otherwise read all entries of an
    // event to find those of one person.
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

/** The stored content of a mail. Mails sent by earlier releases lack the headers after `subject`. */
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
 * Requests for mailed links. Known and unknown emails both get a row, so that response times do not reveal who is
 * known. A job decides whether to send a mail, then deletes the row.
 */
export const linkRequests = pgTable(
  'link_requests',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    /** Id of the event in the request; the event may not exist. */
    eventId: integer(),
    /** Hourly limits that apply to the requesting browser besides the general one. */
    allowances: text({ enum: linkAllowances }).array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index('link_requests_created_index').on(table.createdAt)],
)

/**
 * Mails caused by saving an event, delayed so that an administrator can stop them: one row per kind of mail. Rows of
 * stopped mails are kept, so that the mails are not scheduled again.
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
    /** Number of recipients when the event was saved; erasing a person does not change it. */
    count: integer().notNull(),
    goesAt: instant().notNull(),
    /** The event's fields before the save that caused these mails; null for a new event. */
    before: jsonb().$type<EventCause>(),
    /** The event's `updatedAt` after the save that caused these mails. */
    savedAt: instant().notNull(),
  },
  (table) => [
    unique('held_mails_once_unique').on(table.eventId, table.kind, table.dedupeKey),
    oneOf('held_mails_kind_check', table.kind, mailKinds),
    oneOf('held_mails_state_check', table.state, heldMailStates),
  ],
)

/** The fields of an event whose changes cause mails. */
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

/**
 * Suppression list: emails to which no mail is sent because one bounced. The row may be about a former email of the
 * person, and is deleted with the person.
 */
export const bounces = pgTable(
  'bounces',
  {
    email: text().primaryKey(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /**
     * True for a hard bounce: the mailbox does not exist. After a soft bounce, a new registration makes Greenroom try
     * again.
     */
    isLasting: boolean().notNull(),
    /** The error message of the recipient's mail server. */
    reason: text().notNull(),
    /** Id of the bounced mail's outbox entry, which may have been deleted. */
    outboxEntryId: integer(),
    notedAt: createdAt(),
  },
  (table) => [index('bounces_person_index').on(table.personKey)],
)

/** A mailbox that receives bounces, and how far Greenroom has read it. */
export const bounceMailboxes = pgTable('bounce_mailboxes', {
  /** The mailbox as `user@host/folder`. */
  name: text().primaryKey(),
  /** IMAP's UIDVALIDITY; if the server changes it, `lastUid` is no longer valid. */
  validity: text(),
  lastUid: bigint({ mode: 'number' }).notNull().default(0),
  readAt: instant(),
  /** Error of the last attempt to read this bounce mailbox. */
  lastError: text(),
  /** Number of bounce reports that could not be parsed. */
  passedOver: integer().notNull().default(0),
})

/** One row: the rate limit of announcement mails, shared by all nodes. Times are by the database's clock. */
export const mailPace = pgTable('mail_pace', {
  id: integer().primaryKey(),
  /** Time at which the next announcement mail may be sent; each mail moves this time forward. */
  nextSlotAt: instant().notNull(),
  /**
   * Factor by which the configured rate is divided after the mail server deferred mails at `slowedAt`; 1 is the full
   * rate.
   */
  slowness: doublePrecision().notNull().default(1),
  slowedAt: instant(),
  /** The mail server's quota is exhausted until this time, and no announcement mail is sent. */
  closedUntil: instant(),
  /** For how many seconds mails were last paused, until `closedUntil`. */
  closedFor: integer().notNull().default(0),
})
