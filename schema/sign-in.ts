import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { administratorRoles } from '#kernel/administrator-roles.ts'
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts'

/** Administrators, sessions and sign-in codes. */

export const administrators = pgTable(
  'administrators',
  {
    id: id(),
    username: text().notNull().unique(),
    /** Normalised name, the same for look-alikes; null until a node has filled it, or if an older row has it. */
    nameKey: text().unique(),
    passwordHash: text().notNull(),
    role: text({ enum: administratorRoles }).notNull().default('owner'),
    /** Receives links that reset the password; null until the administrator adds one. */
    email: text().unique(),
    /** Becomes the email when the administrator confirms the link that was mailed to it. */
    unconfirmedEmail: text(),
    /** Set while an invited administrator has not chosen a password yet. */
    invitedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf('administrators_role_check', table.role, administratorRoles)],
)

/** Two-factor authentication. Excluded from backups: `platform/db/copy/copied-tables.ts`. */
export const administratorFactors = pgTable('administrator_factors', {
  administratorId: integer()
    .primaryKey()
    .references(() => administrators.id, { onDelete: 'cascade' }),
  /** Base32, as in the authenticator app. */
  secret: text().notNull(),
  /** Null until a first code proved that the authenticator works. */
  confirmedAt: instant(),
  /** The last 30-second time step whose code was used; codes of earlier steps are rejected. */
  usedStep: integer().notNull().default(0),
  /** SHA-256 of each unused recovery code. */
  recoveryHashes: text().array().notNull().default([]),
})

/** Browser sessions; the cookie has the token, the row only its SHA-256. */
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
     * When the session began; a new login in the same browser without new proof of ownership copies this time.
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
 * Requested sign-in codes. The code is derived from the row and a key, and not stored. Known and unknown
 * addresses get a row, so that both requests take equally long.
 */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text().notNull(),
    /** SHA-256 of the token that the requesting browser got. */
    browserHash: text().notNull(),
    /** Whether a mail to this address had signed in that browser before. */
    isOwnBrowser: boolean().notNull().default(false),
    /** Set once a mail with the code is being sent; other codes are invalid. */
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
