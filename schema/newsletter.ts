import { boolean, integer, pgTable, text, unique, index, primaryKey } from 'drizzle-orm/pg-core'
import { memberStates } from '#kernel/values.ts'
import { id, instant, createdAt, oneOf } from './columns.ts'
import { events } from './events.ts'
import { users } from './people.ts'

/** Evidence of each consent: what was agreed to, where, under which wording. */
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
    /** When a link in a mail first showed, before or after, whose address it is; null: never so far. */
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

/** The person's own decision not to hear from us, by e-mail, since imported viewers have no user row. */
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

/** What the mailing list's provider was told. Who is in which of its groups stands in `user_groups`. */

/** One row for each person of whom the provider was told, or is to be. */
export const mailingListMembers = pgTable(
  'mailing_list_members',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: memberStates }).notNull().default('waiting'),
    /** Decimal and beyond 2^53, as the provider's groups' ids are. */
    subscriberId: text(),
    /** Digest of what was told last: the same is not told twice. */
    told: text(),
    /** `users.updatedAt` as it was then. */
    toldVersion: instant(),
    /** When this person's call may go out, by the budget that all nodes share. */
    slotAt: instant(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When the present or last try began. */
    triedAt: instant(),
    syncedAt: instant(),
    /** When they took an unsubscription back: what the provider reports of before is over. */
    resubscribedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    oneOf('mailing_list_members_state_check', table.state, memberStates),
    index('mailing_list_members_state_index').on(table.state, table.userId),
  ],
)

/** The provider's group of an event; without an id, one node is making it until `claimedUntil`. */
export const mailingListGroups = pgTable('mailing_list_groups', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  groupId: text(),
  claimedUntil: instant(),
})

/** One row: how many calls the provider may still be sent, and how far the sweep has come. */
export const mailingListPace = pgTable('mailing_list_pace', {
  id: integer().primaryKey(),
  /** Every call takes the next slot of a schedule; this is the first that nobody has. */
  nextSlotAt: instant().notNull(),
  /** The provider wants no calls before. */
  closedUntil: instant(),
  sweptUserId: integer().notNull().default(0),
})
