import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, updatedAt } from './columns.ts'

/** Who signs in, from which browser, and what they look at. */

export const administrators = pgTable('administrators', {
  id: id(),
  username: text().notNull().unique(),
  /** The name as look-alikes share it; null until a node has filled it, or where an older row has it. */
  nameKey: text().unique(),
  passwordHash: text().notNull(),
  /** Receives links that reset the password; null until the administrator adds one. */
  email: text().unique(),
  /** Becomes the email when the administrator confirms the link that was mailed to it. */
  unconfirmedEmail: text(),
  /** Set while an invited administrator has not chosen a password yet. */
  invitedAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Second factors. In no logical copy: `platform/db/copy/copied-tables.ts`. */
export const administratorFactors = pgTable('administrator_factors', {
  administratorId: integer()
    .primaryKey()
    .references(() => administrators.id, { onDelete: 'cascade' }),
  /** Base32, as the authenticator has it. */
  secret: text().notNull(),
  /** Null until a first code has shown that the authenticator has it. */
  confirmedAt: instant(),
  /** The last half minute whose code was taken; none before it counts any more. */
  usedStep: integer().notNull().default(0),
  /** SHA-256 of each code that is left. */
  recoveryHashes: text().array().notNull().default([]),
})

/** One row a signed-in browser; the cookie holds the token, this row only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    email: text(),
    administratorId: integer().references(() => administrators.id, { onDelete: 'cascade' }),
    administratorUntil: instant(),
    verifiedAt: instant(),
    /** When the administrator last typed their password in this browser. */
    passwordAt: instant(),
    /** The browser in words, such as 'Firefox on Windows'; null for one from before they were noted. */
    agent: text(),
    /** When it began: a login that replaces it without a new proof takes this along. */
    createdAt: createdAt(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('sessions_email_index').on(table.email),
    index('sessions_last_used_index').on(table.lastUsedAt),
    index('sessions_created_index').on(table.createdAt),
    index('sessions_administrator_index').on(table.administratorId),
  ],
)

/**
 * Codes that were asked for. The code itself is made of the row and a key, and stands nowhere. A row is
 * made for every address, known or not, so that asking takes the same for all.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text().notNull(),
    /** SHA-256 of the token that the browser was given when it asked. */
    browserHash: text().notNull(),
    /** Whether a mail to this address had let that browser in before. */
    isOwnBrowser: boolean().notNull().default(false),
    /** Set once a mail with the code is under way; no other code opens anything. */
    mailedAt: instant(),
    tries: integer().notNull().default(0),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sign_in_codes_browser_index').on(table.browserHash),
    index('sign_in_codes_created_index').on(table.createdAt),
  ],
)
