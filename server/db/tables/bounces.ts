import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { people } from './people.ts'

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
})
