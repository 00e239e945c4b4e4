import { z } from 'zod'
import { settingsArea } from '#features/settings/contract.ts'
import { limitNames, mostActsAtOnce, serviceNames } from './rules.ts'
import { adminLoginForm, chosenPassword, requiredPassword } from '#features/sign-in/contract.ts'
import { administratorRoles } from '#kernel/administrator-roles.ts'
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

/** Username and password of a new account; the admin area and the terminal command validate them alike. */
export const usableLogin = z.object({
  username: adminLoginForm.shape.username,
  password: chosenPassword('Password'),
})

const role = z.enum(administratorRoles, `role must be one of ${administratorRoles.join(', ')}`)

export const newAdministratorForm = z
  .object({
    username: adminLoginForm.shape.username,
    /** Recovery email: receives links that reset the password, and an invitation if no password is given. */
    email: optionalEmail,
    /** The password is optional if there is an email, which then receives an invitation. */
    password: z
      .string({ error: 'Password must be text' })
      .nullish()
      .transform((value) => value || undefined)
      .pipe(chosenPassword('Password').optional()),
    role: role.default('owner'),
    presentPassword: requiredPassword('Current password'),
  })
  .refine((form) => Boolean(form.email ?? form.password), {
    path: ['password'],
    message: 'Enter an email to send an invitation to, or a password',
  })

const byPresentPassword = z.object({ presentPassword: requiredPassword('Current password') })

export const roleForm = byPresentPassword.extend({ role })

export const passwordForm = z.object({
  presentPassword: requiredPassword('Current password'),
  newPassword: chosenPassword('New password'),
  /** True to revoke every API key that the caller created as well. */
  endKeys: z.boolean({ error: 'endKeys must be true or false' }).optional(),
})

export const administratorRow = z.object({
  id: rowId,
  username: z.string(),
  role: z.enum(administratorRoles),
  createdAt: instant,
  /** Recovery email, which receives links that reset the password; null until the administrator adds one. */
  email: z.string().nullable(),
  /** New recovery email; replaces `email` when the administrator opens the link mailed to it. */
  unconfirmedEmail: z.string().nullable(),
  /** True if the administrator was invited and has not chosen a password yet. */
  isInvited: z.boolean(),
  /** True for the caller's own row. */
  isSelf: z.boolean(),
  hasFactor: z.boolean(),
  /** True if the recovery email receives the weekly summary. */
  weeklySummary: z.boolean(),
})
export type AdministratorRow = z.output<typeof administratorRow>

export const listAdministrators = endpoint('GET /api/admin/administrators', {
  access: 'viewer',
  summary: 'Lists the administrators by name.',
  reply: z.array(administratorRow),
})

export const addAdministrator = endpoint('POST /api/admin/administrators', {
  access: 'owner',
  summary:
    'Adds an administrator: with a password they can sign in at once, with an email alone they are invited by mail.',
  body: newAdministratorForm,
  refusals: ['administrator_exists', 'administrator_email_taken', 'wrong_present_password'],
  reply: z.object({ id: rowId }),
})

export const sendInvitationAgain = endpoint(
  'POST /api/admin/administrators/:administratorId/invitation',
  {
    access: 'owner',
    summary:
      'Mails a new invitation to an administrator who has not accepted one; the former link stops working.',
    params: z.object({ administratorId: rowIdInPath }),
    refusals: ['no_such_administrator', 'no_open_invitation'],
    reply: z.object({ email: z.string() }),
  },
)

export const changeRole = endpoint('PATCH /api/admin/administrators/:administratorId', {
  access: 'owner',
  summary:
    'Changes the role of an administrator, also for their API keys; refused for the last owner.',
  params: z.object({ administratorId: rowIdInPath }),
  body: roleForm,
  refusals: ['no_such_administrator', 'last_administrator', 'wrong_present_password'],
  reply: z.object({ id: rowId, role: z.enum(administratorRoles) }),
})

export const removeAdministrator = endpoint('DELETE /api/admin/administrators/:administratorId', {
  access: 'owner',
  summary: 'Removes an administrator and ends their sessions; refused for the last owner.',
  params: z.object({ administratorId: rowIdInPath }),
  body: byPresentPassword,
  refusals: ['no_such_administrator', 'last_administrator', 'wrong_present_password'],
  reply: z.object({ id: rowId }),
})

export const changeOwnPassword = endpoint('POST /api/admin/password', {
  access: 'viewer',
  summary:
    "Changes the caller's own password, ends their other sessions and, if asked, their API keys.",
  body: passwordForm,
  refusals: ['wrong_present_password'],
  reply: z.object({ message: z.string() }),
})

export const changeWeeklySummary = endpoint('PUT /api/admin/weekly-summary', {
  access: 'viewer',
  summary: "Switches the weekly summary to the caller's recovery email on or off.",
  body: z.object({ isOn: z.boolean({ error: 'isOn must be true or false' }) }),
  refusals: ['no_recovery_email'],
  reply: z.object({ isOn: z.boolean() }),
})

export const beginFactor = endpoint('POST /api/admin/factor', {
  access: 'adminBeforeFactor',
  summary:
    'Creates the secret for two-factor authentication, which takes effect once it is confirmed.',
  body: byPresentPassword,
  refusals: ['wrong_present_password', 'factor_set'],
  /** The secret in Base32, and as a URI for the QR code. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmFactor = endpoint('POST /api/admin/factor/confirm', {
  access: 'adminBeforeFactor',
  summary:
    'Confirms two-factor authentication by a first code, and ends other sessions of the caller.',
  body: z.object({ code: requiredText('Code', 'Code is required', 20) }),
  refusals: ['wrong_factor_code', 'no_factor', 'factor_set'],
  /** Recovery codes. Each replaces an authenticator code once; only this reply contains them. */
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeFactor = endpoint('DELETE /api/admin/factor', {
  access: 'viewer',
  summary: "Removes the caller's two-factor authentication.",
  body: byPresentPassword,
  refusals: ['wrong_present_password', 'no_factor'],
  reply: z.object({ message: z.string() }),
})

export const auditEntry = z.object({
  id: rowId,
  at: instant,
  /** Number of failed sign-ins that this entry combines; `at` is the time of the last, `firstAt` of the first. */
  count: z.int(),
  firstAt: instant,
  action: z.enum(auditActions),
  /**
   * Name of the administrator who acted; empty for a failed sign-in with an unknown name, null for terminal commands.
   */
  username: z.string().nullable(),
  /** Name of the person, event or setting that the action changed. */
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  /** The person that the entry is about; null if none or erased. `name` is '' if the person has none. */
  person: z.object({ key: personKey, name: z.string() }).nullable(),
  /** The event that the entry is about; null if none or deleted. */
  event: z.object({ id: rowId, title: z.string() }).nullable(),
  /** The import batch that the entry is about, with its present state; null if none. */
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
  access: 'viewer',
  summary: "Lists administrators' actions, newest first, one page at a time.",
  query: z.object({
    /** Id of an audit log entry; the reply contains older entries only. */
    before: pageNumber('before must be the id of an entry').optional(),
    action: z.enum(auditActions, 'action must be one of those of the log').optional(),
    /** Words to search for in the administrator's name, the person or event concerned, and the details. */
    search: optionalText('Search', limits.email),
    limit: pageNumber('limit must be a number').pipe(z.int().max(mostActsAtOnce)).default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry),
    /** Value of `before` for the next page; null on the last page. */
    nextBefore: rowId.nullable(),
  }),
})

const siteSettings = z.object({
  services: z.array(
    z.object({
      name: z.enum(serviceNames),
      isSet: z.boolean(),
      /**
       * Sentences that describe how the service is set up, or what does not work without it. They contain no secret.
       */
      notes: z.array(z.string()),
    }),
  ),
  /** Rate limits per IP address or mailbox: at most `most` calls within `seconds`. */
  limits: z.array(z.object({ name: z.enum(limitNames), most: z.int(), seconds: z.int() })),
  /** False if RATE_LIMITS turns rate limits off. Limits for code guesses, mails and upload sizes still apply. */
  areLimitsOn: z.boolean(),
  /** Upload limits: `picture` and `import` in bytes, `importRows` in rows; per picture, and per import call. */
  sizes: z.object({ picture: z.int(), importRows: z.int(), import: z.int() }),
  /** Retention: of visitors' IP addresses in days, of library usage and the audit log in months. */
  kept: z.object({ addressesDays: z.int(), usageMonths: z.int(), auditMonths: z.int() }),
  areas: z.array(settingsArea),
})

export type SiteSettings = z.output<typeof siteSettings>

export const getSettings = endpoint('GET /api/admin/settings', {
  access: 'viewer',
  summary: 'Returns which services are set up, and the limits in force, without secrets.',
  reply: siteSettings,
})

export const getBackups = endpoint('GET /api/admin/backups', {
  access: 'viewer',
  summary: 'Returns the last successful backup, and the latest failure.',
  reply: z.object({
    /** True if BACKUP_URL names a location for backups. */
    isConfigured: z.boolean(),
    /** True if BACKUP_KEY encrypts the next backup. */
    isEncrypted: z.boolean(),
    /** The last backup that a test restore verified. */
    last: z.object({ madeAt: instant, people: z.int() }).nullable(),
    /** The latest attempt to make a backup if it failed; otherwise null. */
    failure: z.object({ at: instant, reason: z.string() }).nullable(),
    /** True if backups are configured and the last verified one is older than `overdueHours`. */
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
  /** Explains the problem and what to do about it. */
  message: z.string(),
  /** Path of the admin page where the problem can be solved; `way` is the text of the link to it. */
  to: z.string(),
  way: z.string(),
  /** The underlying error message, if there is one. */
  reason: z.string().nullable(),
})
export type Trouble = z.output<typeof trouble>

export const listTroubles = endpoint('GET /api/admin/troubles', {
  access: 'viewer',
  summary: 'Lists problems that need attention, most urgent first.',
  reply: z.object({ troubles: z.array(trouble) }),
})
