import { z } from 'zod'
import { settingsArea } from '#features/settings/contract.ts'
import { mostActsAtOnce } from './rules.ts'
import { adminLoginForm, chosenPassword, requiredPassword } from '#features/sign-in/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  instant,
  limits,
  optionalEmail,
  optionalText,
  personKey,
  requiredText,
  rowId,
  rowIdInPath,
} from '#kernel/fields.ts'
import { auditActions } from '#kernel/values.ts'

/** Username and password of an account, as the terminal and the form accept them. */
export const usableLogin = z.object({
  username: adminLoginForm.shape.username,
  password: chosenPassword('Password'),
})

export const newAdministratorForm = z
  .object({
    username: adminLoginForm.shape.username,
    /** Receives an invitation if no password is given, and links that reset the password. */
    email: optionalEmail,
    /** Optional if there is an email. */
    password: z
      .string({ error: 'Password must be text' })
      .nullish()
      .transform((value) => value || undefined)
      .pipe(chosenPassword('Password').optional()),
    presentPassword: requiredPassword('Present password'),
  })
  .refine((form) => Boolean(form.email ?? form.password), {
    path: ['password'],
    message: 'Enter an email to send an invitation to, or a password',
  })

const byPresentPassword = z.object({ presentPassword: requiredPassword('Present password') })

export const passwordForm = z.object({
  presentPassword: requiredPassword('Present password'),
  newPassword: chosenPassword('New password'),
  /** Also ends every API key that the caller created. */
  endKeys: z.boolean({ error: 'endKeys must be true or false' }).optional(),
})

export const administratorRow = z.object({
  id: rowId,
  username: z.string(),
  createdAt: instant,
  /** Receives links that reset the password; null until the administrator adds one. */
  email: z.string().nullable(),
  /** Replaces `email` when the administrator confirms the link that was mailed to it. */
  unconfirmedEmail: z.string().nullable(),
  /** Invited, and has not chosen a password yet. */
  isInvited: z.boolean(),
  /** The caller's own row. */
  isSelf: z.boolean(),
  hasFactor: z.boolean(),
})
export type AdministratorRow = z.output<typeof administratorRow>

export const listAdministrators = endpoint('GET /api/admin/administrators', {
  access: 'admin',
  summary: 'Everybody who may sign in to the admin area, by name.',
  reply: z.array(administratorRow),
})

export const addAdministrator = endpoint('POST /api/admin/administrators', {
  access: 'admin',
  summary:
    'Adds an administrator: with a password they can sign in at once, with an email alone they are invited by mail.',
  body: newAdministratorForm,
  refusals: ['administrator_exists', 'administrator_email_taken', 'wrong_present_password'],
  reply: z.object({ id: rowId }),
})

export const sendInvitationAgain = endpoint(
  'POST /api/admin/administrators/:administratorId/invitation',
  {
    access: 'admin',
    summary:
      'Mails a new invitation to an administrator who has not accepted one; the former link stops working.',
    params: z.object({ administratorId: rowIdInPath }),
    refusals: ['no_such_administrator', 'no_open_invitation'],
    reply: z.object({ email: z.string() }),
  },
)

export const removeAdministrator = endpoint('DELETE /api/admin/administrators/:administratorId', {
  access: 'admin',
  summary: 'Removes an administrator and ends their sessions; never the last one.',
  params: z.object({ administratorId: rowIdInPath }),
  body: byPresentPassword,
  refusals: ['no_such_administrator', 'last_administrator', 'wrong_present_password'],
  reply: z.object({ id: rowId }),
})

export const changeOwnPassword = endpoint('POST /api/admin/password', {
  access: 'admin',
  summary:
    "Changes the caller's own password, ends their other sessions and, if asked, their API keys.",
  body: passwordForm,
  refusals: ['wrong_present_password'],
  reply: z.object({ message: z.string() }),
})

export const beginFactor = endpoint('POST /api/admin/factor', {
  access: 'adminBeforeFactor',
  summary: 'Makes the secret of a second factor, which is asked for once it is confirmed.',
  body: byPresentPassword,
  refusals: ['wrong_present_password', 'factor_set'],
  /** The secret in Base32, and the same as an authenticator reads it from a QR code. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmFactor = endpoint('POST /api/admin/factor/confirm', {
  access: 'adminBeforeFactor',
  summary: 'Sets the second factor by a first code of it, and ends other sessions of the caller.',
  body: z.object({ code: requiredText('Code', 'Code is required', 20) }),
  refusals: ['wrong_factor_code', 'no_factor', 'factor_set'],
  /** Each opens the login once in place of a code; shown this once. */
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeFactor = endpoint('DELETE /api/admin/factor', {
  access: 'admin',
  summary: "Removes the caller's second factor.",
  body: byPresentPassword,
  refusals: ['wrong_present_password', 'no_factor'],
  reply: z.object({ message: z.string() }),
})

export const auditEntry = z.object({
  id: rowId,
  at: instant,
  /** How often it was repeated, for failed sign-ins; `at` is the last time, `firstAt` the first. */
  count: z.int(),
  firstAt: instant,
  action: z.enum(auditActions),
  /** An administrator's name; empty where another was tried; null for what was done in the terminal. */
  username: z.string().nullable(),
  /** What it was done to, to be shown. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  /** The person it was about, where they are still known; '' for one without a name. */
  person: z.object({ key: personKey, name: z.string() }).nullable(),
  /** The event it was about, while there is one. */
  event: z.object({ id: rowId, title: z.string() }).nullable(),
  /** What became of the import that it was about. */
  batch: z
    .object({
      imported: z.int(),
      updated: z.int(),
      eventRegistrations: z.int(),
      videoOnly: z.int(),
      duplicates: z.int(),
      failed: z.int(),
    })
    .nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const pageNumber = (message: string) => z.coerce.number({ error: message }).pipe(rowId)

export const listAuditLog = endpoint('GET /api/admin/audit-log', {
  access: 'admin',
  summary: 'What administrators did, newest first, a page at a time.',
  query: z.object({
    /** Entries older than this one. */
    before: pageNumber('before must be the id of an entry').optional(),
    action: z.enum(auditActions, 'action must be one of those of the log').optional(),
    /** Words of who did it, of the person or event it was about, or of what was noted. */
    search: optionalText('Search', limits.email),
    limit: pageNumber('limit must be a number').pipe(z.int().max(mostActsAtOnce)).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    /** Give it as `before` for the next page; null at the end. */
    nextBefore: rowId.nullable(),
  }),
})

/** What an operator sets up, in the order in which the admin area shows it. */
const serviceNames = [
  'address',
  'database',
  'copies',
  'mail',
  'webinars',
  'mailingList',
  'calendar',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** What is counted against a limit. Specification, "Limits". */
const limitNames = [
  'calls',
  'emptyCookies',
  'drawings',
  'drawingsOfPerson',
  'drawingsOfMembers',
  'formPages',
  'registrations',
  'registrationsWithoutEvent',
  'unknownEmails',
  'linkMails',
  'linkMailsOfMailbox',
  'codeGuesses',
  'keyCalls',
  'wrongKeys',
  'factorGuesses',
  'signInFailures',
  'signInFailuresOfAddress',
] as const
export type LimitName = (typeof limitNames)[number]

const siteSettings = z.object({
  services: z.array(
    z.object({
      name: z.enum(serviceNames),
      isSet: z.boolean(),
      /** Sentences to show: how it is set, or what follows from its not being set. Never a secret. */
      notes: z.array(z.string()),
    }),
  ),
  /** What one network address, or one mailbox, is allowed: `most` within so many `seconds`. */
  limits: z.array(z.object({ name: z.enum(limitNames), most: z.int(), seconds: z.int() })),
  /** RATE_LIMITS: without it only guesses of codes, mails and sizes are limited. */
  areLimitsOn: z.boolean(),
  /** Bytes of a picture, and rows and bytes of one call of an import. */
  sizes: z.object({ picture: z.int(), importRows: z.int(), import: z.int() }),
  /** After so many days addresses of visitors go, after so many months lines of the audit log. */
  kept: z.object({ addressesDays: z.int(), usageMonths: z.int(), auditMonths: z.int() }),
  /** What can be changed here, by area. */
  areas: z.array(settingsArea),
})

export type SiteSettings = z.output<typeof siteSettings>

export const getSettings = endpoint('GET /api/admin/settings', {
  access: 'admin',
  summary: 'Which services are set up, and the limits in force; no secret.',
  reply: siteSettings,
})

export const getBackups = endpoint('GET /api/admin/backups', {
  access: 'admin',
  summary: 'When the last good copy of the database was made, and what went wrong since.',
  reply: z.object({
    /** Whether BACKUP_URL names a place for copies. */
    isConfigured: z.boolean(),
    /** Whether the next copy is encrypted with BACKUP_KEY. */
    isEncrypted: z.boolean(),
    /** The last copy that was proved by making a database from it. */
    last: z.object({ madeAt: instant, people: z.int() }).nullable(),
    /** The latest try, where no good copy came of it. */
    failure: z.object({ at: instant, reason: z.string() }).nullable(),
    /** No good copy for `overdueHours` although there is a place for it. */
    isOverdue: z.boolean(),
  }),
})

const troubleKinds = [
  'mail_failing',
  'mail_not_set',
  'zoom_not_set',
  'seats_failing',
  'copies_late',
  'bounces_unread',
  'webhooks_off',
  'changes_unheard',
] as const

const trouble = z.object({
  kind: z.enum(troubleKinds),
  /** What is wrong, in words that somebody can act on. */
  message: z.string(),
  /** Where in the admin area something is done about it, and the words of the link there. */
  to: z.string(),
  way: z.string(),
  /** As it was said to us, where it was. */
  reason: z.string().nullable(),
})
export type Trouble = z.output<typeof trouble>

export const listTroubles = endpoint('GET /api/admin/troubles', {
  access: 'admin',
  summary: 'What needs somebody now, the most pressing first; empty while all is well.',
  reply: z.object({ troubles: z.array(trouble) }),
})
