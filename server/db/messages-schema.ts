import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { deliveryStates, messageKinds } from '#shared/messages.ts'
import { seatStates } from '#shared/seats.ts'
import { eventRegistrations, events } from './schema.ts'

/** What is sent to people, and the keys that its links are made with. */

const moment = () => timestamp({ withTimezone: true, mode: 'date' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const listed = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * One row for everything that a person is told, once: the unique key is what keeps a second one from
 * being made. A row with `carriedBy` travels in that row's mail, and alone once that row is gone.
 */
export const messageDeliveries = pgTable(
  'message_deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: messageKinds }).notNull(),
    email: text().notNull(),
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    /** What makes a repetition another matter, e.g. the start that a reminder is about. */
    occasion: text().notNull().default(''),
    carriedBy: integer(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the present or last try began. */
    triedAt: moment(),
    /** When that try handed the mail over; empty until then. */
    handedOverAt: moment(),
    sentAt: moment(),
    /** The event's start as the mail tells it, to notice later that it moved. */
    toldStart: moment(),
    messageId: text(),
    /** What the mail server answered. */
    answer: text(),
    /** The mail itself where no server is set: `{subject, text, html}`. */
    kept: jsonb().$type<{ subject: string; text: string; html: string }>(),
    linkFirstUsedAt: moment(),
    linkUses: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique('message_deliveries_once_unique')
      .on(table.kind, table.email, table.eventId, table.occasion)
      .nullsNotDistinct(),
    check('message_deliveries_kind_check', sql`${table.kind} in (${listed(messageKinds)})`),
    check('message_deliveries_state_check', sql`${table.state} in (${listed(deliveryStates)})`),
    index('message_deliveries_email_index').on(table.email),
    // Without statistics, as embedded, the planner would look up a person's by the event alone.
    index('message_deliveries_event_index').on(table.eventId, table.email, table.kind),
    index('message_deliveries_carrier_index').on(table.carriedBy),
    index('message_deliveries_open_index')
      .on(table.state)
      .where(sql`${table.state} in ('waiting', 'sending')`),
  ],
)

/** A registrant's way into the webinar, how it came about, and whether it was taken. */
export const webinarSeats = pgTable(
  'webinar_seats',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    /** The person's own address at the webinar's provider; never shown in a mail. */
    joinUrl: text(),
    joinCount: integer().notNull().default(0),
    firstJoinedAt: moment(),
    /** The webinar that the rest of the row is about. */
    webinarId: text(),
    state: text({ enum: seatStates }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the present or last try began. */
    triedAt: moment(),
    seatedAt: moment(),
    /** When the provider says that they came in. */
    attendedAt: moment(),
    /** The provider was asked and its answer not noted: it may hold the registrant already. */
    isInDoubt: boolean().notNull().default(false),
    /** The UTC day for which the provider takes no more adds of this registrant, by its own word. */
    spentOn: date({ mode: 'string' }),
  },
  (table) => [
    check('webinar_seats_state_check', sql`${table.state} in (${listed(seatStates)})`),
    index('webinar_seats_webinar_index').on(table.webinarId, table.state),
  ],
)

/** Keys made at the first start, so that links in mails hold over restarts and on every node. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  secret: bytes().notNull(),
  /** Until when seals made with it named an id alone, without whose it was and since when. */
  bareUntil: moment(),
})
