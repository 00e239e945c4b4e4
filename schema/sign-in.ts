import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { administratorRoles } from '#kernel/administrator-roles.ts'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'

/** Tables of administrators, browser sessions and sign-in codes. */

export const administrators = pgTable(
  'administrators',
  {
    id: id(),
    username: text().notNull().unique(),
    /**
     * Normalised username, equal for names that look alike, so that it is unique. Null until a node computes it, or
     * if an older account has the same one.
     */
    nameKey: text().unique(),
    passwordHash: text().notNull(),
    role: text({ enum: administratorRoles }).notNull().default('owner'),
    /** Recovery email, which receives links that reset the password; null until the administrator adds one. */
    email: text().unique(),
    /** New recovery email; replaces `email` when the administrator opens the link mailed to it. */
    unconfirmedEmail: text(),
    /** True if the recovery email receives the weekly summary. */
    weeklySummary: boolean().notNull().default(false),
    /** When the administrator was invited; null once they have chosen a password. */
    invitedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('administrators_role_check', table.role, administratorRoles)],
)

/** Two-factor authentication of administrators. Excluded from backups: `platform/db/copy/copied-tables.ts`. */
export const administratorFactors = pgTable('administrator_factors', {
  administratorId: integer()
    .primaryKey()
    .references(() => administrators.id, { onDelete: 'cascade' }),
  /** Secret shared with the authenticator app, in Base32. */
  secret: text().notNull(),
  /** When a first code proved that the authenticator app works; null before. */
  confirmedAt: instant(),
  /** The last 30-second time step whose code was used; codes of that step and of earlier ones are rejected. */
  usedStep: integer().notNull().default(0),
  /** SHA-256 of each unused recovery code. */
  recoveryHashes: text().array().notNull().default([]),
})

/** Browser sessions. The cookie contains the token; the row has only the token's SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    email: text(),
    administratorId: integer().references(() => administrators.id, { onDelete: 'cascade' }),
    administratorUntil: instant(),
    verifiedAt: instant(),
    /** When the administrator last entered their password in this browser. */
    passwordAt: instant(),
    /** Name of the browser, such as 'Firefox on Windows'; null for sessions from before this column existed. */
    agent: text(),
    /**
     * When the session began. If the visitor signs in again in the same browser without proving that the email is
     * theirs, the new session copies this time.
     */
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
 * Requested sign-in codes. The code is not stored but derived from the row and a secret key. Known and unknown emails
 * both get a row, so that response times do not reveal who is known.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text().notNull(),
    /** SHA-256 of a token in the requesting browser's cookie; the code works only in that browser. */
    browserHash: text().notNull(),
    /** True if a mailed link or code had verified this email in the requesting browser before. */
    isOwnBrowser: boolean().notNull().default(false),
    /** When the mail with the code was added to the outbox. Codes that were not mailed are invalid. */
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
