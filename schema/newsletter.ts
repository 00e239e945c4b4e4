import { boolean, integer, pgTable, text, unique, index, primaryKey } from 'drizzle-orm/pg-core'
import { memberStates } from '#kernel/values.ts'
import { id, instant, createdAt, oneOf } from './columns.ts'
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
    givenAt: instant().notNull().defaultNow(),
    /**
     * When a link in a mail first proved ownership of the address, before or after the consent; null if never.
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

/** Unsubscriptions, by email, because imported viewers have no user row. */
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

/** Synchronisation with the mailing list provider. Group memberships are in `user_groups`. */

/** One row for each person who was or will be sent to the provider. */
export const mailingListMembers = pgTable(
  'mailing_list_members',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: memberStates }).notNull().default('waiting'),
    /** Decimal text, because ids exceed 2^53, like the provider's group ids. */
    subscriberId: text(),
    /** Hash of the data sent last, to skip unchanged updates. */
    told: text(),
    /** The value of `users.updatedAt` at that time. */
    toldVersion: instant(),
    /** When this person's call may be made within the rate limit that all nodes share. */
    slotAt: instant(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** Start of the current or last attempt. */
    triedAt: instant(),
    syncedAt: instant(),
    /** When the person resubscribed: earlier unsubscriptions that the provider reports are ignored. */
    resubscribedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    oneOf('mailing_list_members_state_check', table.state, memberStates),
    index('mailing_list_members_state_index').on(table.state, table.userId),
  ],
)

/** The provider's group for an event; without an id, a node is creating it until `claimedUntil`. */
export const mailingListGroups = pgTable('mailing_list_groups', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  groupId: text(),
  claimedUntil: instant(),
})

/** One row: the rate limit of calls to the provider, and the sweep's cursor. */
export const mailingListPace = pgTable('mailing_list_pace', {
  id: integer().primaryKey(),
  /** The first free slot; each call takes the next slot of a schedule. */
  nextSlotAt: instant().notNull(),
  /** The provider accepts no calls until this time. */
  closedUntil: instant(),
  sweptUserId: integer().notNull().default(0),
})
