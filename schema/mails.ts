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

/** What is sent to people, and the keys that its links are made with. */

/** Allowances of an hour's links beside everybody's: a browser that a mail let in before, the event's own day. */
export const linkAllowances = ['own_browser', 'event_day'] as const
export type LinkAllowance = (typeof linkAllowances)[number]

/**
 * One row for everything that a person is told, once: the unique key is what keeps a second one from
 * being made. A row with `carriedBy` travels in that row's mail, and alone once that row is gone.
 */
export const outboxEntries = pgTable(
  'message_deliveries',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    /** What makes a repetition another notification, e.g. the start that a reminder is about. */
    dedupeKey: text('occasion').notNull().default(''),
    carriedBy: integer(),
    /** What it says, where the organiser wrote it. */
    announcementId: integer().references(() => announcements.id, { onDelete: 'cascade' }),
    state: text({ enum: outboxEntryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Tries that handed the mail over and got no answer: the recipient may have that many copies. */
    unansweredTries: integer().notNull().default(0),
    lastError: text(),
    /** When the present or last try began. */
    triedAt: instant(),
    /** When that try handed the mail over; empty until then. */
    handedOverAt: instant(),
    sentAt: instant(),
    /** The event's start as the mail tells it, to notice later that it moved. */
    toldStart: instant(),
    messageId: text(),
    /** What the mail server answered. */
    answer: text(),
    /** The mail itself where no server is set: `{subject, text, html}`. */
    kept: jsonb().$type<{ subject: string; text: string; html: string }>(),
    /** Which allowance a link or code that was asked for counts in; null is everybody's. */
    linkAllowance: text({ enum: linkAllowances }),
    linkFirstUsedAt: instant(),
    linkUses: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('message_deliveries_once_unique')
      .on(table.kind, table.email, table.eventId, table.dedupeKey)
      .nullsNotDistinct(),
    oneOf('message_deliveries_kind_check', table.kind, mailKinds),
    oneOf('message_deliveries_state_check', table.state, outboxEntryStates),
    oneOf('message_deliveries_allowance_check', table.linkAllowance, linkAllowances),
    index('message_deliveries_email_index').on(table.email),
    // Without statistics, as embedded, the planner would look up a person's by the event alone.
    index('message_deliveries_event_index').on(table.eventId, table.email, table.kind),
    index('message_deliveries_carrier_index').on(table.carriedBy),
    index('message_deliveries_announcement_index')
      .on(table.announcementId, table.id)
      .where(sql`${table.announcementId} is not null`),
    index('message_deliveries_fed_index')
      .on(table.announcementId, table.id)
      .where(sql`${table.announcementId} is not null and ${table.state} in ('waiting', 'sending')`),
    index('message_deliveries_due_index')
      .on(table.createdAt)
      .where(
        sql`${table.state} in ('waiting', 'sending') and ${table.carriedBy} is null and ${table.announcementId} is null`,
      ),
    index('message_deliveries_failed_index')
      .on(table.triedAt, table.email)
      .where(sql`${table.state} = 'failed' and ${table.carriedBy} is null`),
    index('message_deliveries_unknown_index')
      .on(table.triedAt)
      .where(sql`${table.state} = 'unknown'`),
    index('message_deliveries_open_index')
      .on(table.state)
      .where(sql`${table.state} in ('waiting', 'sending')`),
  ],
)

/**
 * Links that somebody requested for an address, known or not, so that the request takes equally long for all.
 * A job decides whether a mail goes out, and deletes the row.
 */
export const linkRequests = pgTable(
  'link_requests',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    email: text().notNull(),
    /** As the caller sent it: there may be no such event. */
    eventId: integer(),
    /** Allowances that the browser has beside everybody's. */
    allowances: text({ enum: linkAllowances }).array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index('link_requests_created_index').on(table.createdAt)],
)

/**
 * What a save of an event causes by mail, held so long that it can be stopped: a row for each kind. It
 * stays as what is known of it: what was stopped is not planned again.
 */
export const heldMails = pgTable(
  'held_mails',
  {
    id: id(),
    kind: text({ enum: mailKinds }).notNull(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    dedupeKey: text('occasion').notNull(),
    state: text({ enum: heldMailStates }).notNull().default('held'),
    /** How many people it is for; an erasure leaves that as it was. */
    count: integer().notNull(),
    goesAt: instant().notNull(),
    /** The event's fields that caused it, as they were before; none where it is new. */
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

/** The fields of an event that mails follow from. */
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

/** Addresses that mails come back from, and how far the mailbox that says so was read. */

/** Nothing is sent to such an address. The row goes with the person, whose former address it may be. */
export const bounces = pgTable(
  'bounces',
  {
    email: text().primaryKey(),
    personKey: text()
      .notNull()
      .references(() => people.key, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** Whether there is no such mailbox; otherwise it may work again, and a registration tries. */
    isLasting: boolean().notNull(),
    /** In the words of the mail server. */
    reason: text().notNull(),
    /** The mail that came back, while it is kept. */
    deliveryId: integer(),
    notedAt: createdAt(),
  },
  (table) => [index('bounces_person_index').on(table.personKey)],
)

/** A mailbox that reports of mails come to: what was read of it is not read again. */
export const bounceMailboxes = pgTable('bounce_mailboxes', {
  /** `user@host/folder`. */
  name: text().primaryKey(),
  /** What IMAP calls UIDVALIDITY: once it changes, numbers mean other mails. */
  validity: text(),
  lastUid: bigint({ mode: 'number' }).notNull().default(0),
  readAt: instant(),
  /** Why the last try to read it failed. */
  lastError: text(),
  /** Reports that could not be taken in, for reasons of their own. */
  passedOver: integer().notNull().default(0),
})

/** One row: how fast mails to many people go, for all nodes together. By the database's own clock. */
export const mailPace = pgTable('mail_pace', {
  id: integer().primaryKey(),
  /** Each mail takes the next slot of a schedule; this is the first that nobody has. */
  nextSlotAt: instant().notNull(),
  /** How much slower than set, since the mail server put mails off at `slowedAt`; 1 is as set. */
  slowness: doublePrecision().notNull().default(1),
  slowedAt: instant(),
  /** The mail server takes no more before, for its quota is used up. */
  closedUntil: instant(),
  /** How long it was closed last, in seconds. */
  closedFor: integer().notNull().default(0),
})
