import { boolean, integer, pgTable, text, unique, index, primaryKey } from 'drizzle-orm/pg-core'
import { memberStates, seriesChoiceStates } from '#kernel/values.ts'
import { id, instant, createdAt, firstTouch, oneOf } from './columns.ts'
import { events } from './events.ts'
import { users } from './people.ts'

/** Consent records: what a person agreed to, where, and with which wording. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    receiveUpdates: boolean().notNull(),
    receiveEventInvites: boolean().notNull(),
    source: text().notNull(),
    wordingVersion: text().notNull(),
    /** The exact text of the consent that this site's form showed; null if another program asked for the consent. */
    wording: text(),
    givenAt: instant().notNull().defaultNow(),
    /**
     * When the person first proved that the email is theirs, by a link in a mail, before or after consenting; null if
     * never.
     */
    addressVerifiedAt: instant(),
  },
  (table) => [
    unique('consents_once_unique').on(
      table.userId,
      table.source,
      table.wordingVersion,
      table.receiveUpdates,
      table.receiveEventInvites,
    ),
  ],
)

/** Unsubscriptions. Keyed by email, because imported viewers have no `users` row. */
export const unsubscriptions = pgTable(
  'unsubscriptions',
  {
    email: text().notNull(),
    topic: text({ enum: ['news', 'reminders'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.topic] }),
    oneOf('unsubscriptions_topic_check', table.topic, ['news', 'reminders']),
  ],
)

export const userGroups = pgTable(
  'user_groups',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupType: text().notNull(),
    groupIdentifier: text().notNull(),
    mailerliteGroupId: text(),
    /** For the registration that the person confirms by a mail about an opened event. */
    firstTouch: firstTouch(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('user_groups_membership_unique').on(
      table.userId,
      table.groupType,
      table.groupIdentifier,
    ),
    index('user_groups_group_index').on(table.groupType, table.groupIdentifier),
  ],
)

/**
 * A person's synchronisation with MailerLite: one row for everyone who was or will be sent there. `user_groups` has
 * their group memberships.
 */
export const mailingListMembers = pgTable(
  'mailing_list_members',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: memberStates }).notNull().default('waiting'),
    /** MailerLite's subscriber id, as decimal text because it can exceed 2^53. */
    subscriberId: text(),
    /** Hash of the subscriber data that MailerLite last received, to skip calls that change nothing. */
    told: text(),
    /** `users.updatedAt` when Greenroom last sent the subscriber data or found it unchanged. */
    toldVersion: instant(),
    /** Reserved time of the next MailerLite call for this person, within the rate limit of all nodes. */
    slotAt: instant(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the current or last attempt to send this person's data to MailerLite began. */
    triedAt: instant(),
    syncedAt: instant(),
    /**
     * When the person resubscribed here; unsubscriptions that MailerLite reports with an earlier time are ignored.
     */
    resubscribedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    oneOf('mailing_list_members_state_check', table.state, memberStates),
    index('mailing_list_members_state_index').on(table.state, table.userId),
  ],
)

/**
 * MailerLite group of an event. A row without `groupId` means that a node is creating the group until `claimedUntil`.
 */
export const mailingListGroups = pgTable('mailing_list_groups', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  groupId: text(),
  claimedUntil: instant(),
})

/**
 * One row: the rate limit of MailerLite calls, shared by all nodes, and the progress of the sweep through `users`.
 */
export const mailingListPace = pgTable('mailing_list_pace', {
  id: integer().primaryKey(),
  /** Time from which the next call to MailerLite is allowed; each call moves this time forward. */
  nextSlotAt: instant().notNull(),
  /** MailerLite accepts no calls until this time, according to its last response. */
  closedUntil: instant(),
  sweptUserId: integer().notNull().default(0),
})

/**
 * People who asked to be registered for every event of the series, in the order of `id`. Effective once the person has
 * verified their email.
 */
export const seriesRegistrations = pgTable('series_registrations', {
  id: id(),
  userId: integer()
    .notNull()
    .unique('series_registrations_person_unique')
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The source that the registrations of this person get. */
  registrationSource: text().notNull().default('main_form'),
  firstTouch: firstTouch(),
  requestedAt: instant().notNull(),
  /** When the person proved that the email is theirs; null while the request is pending, and once it has ended. */
  verifiedAt: instant(),
  /** When the person ended it. For an hour, they can undo that and keep their place in the order. */
  endedAt: instant(),
})

/**
 * Events that a person's series registration does not touch again: it has registered them (`placed`), or they cancelled
 * a registration for the event, by whatever way they had registered.
 */
export const seriesChoices = pgTable(
  'series_choices',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: seriesChoiceStates }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    oneOf('series_choices_state_check', table.state, seriesChoiceStates),
    index('series_choices_user_index').on(table.userId),
  ],
)
