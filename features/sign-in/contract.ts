import { z } from 'zod'
import { administratorRoles } from '#kernel/administrator-roles.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  byToken,
  email,
  instant,
  limits,
  optionalEmail,
  requiredText,
  rowId,
  rowIdInPath,
  sameForEveryone,
  shortestPassword,
} from '#kernel/fields.ts'

export const authStatus = z.object({
  hasVideoAccess: z.boolean(),
  isAdmin: z.boolean(),
  userEmail: z.string().nullable(),
  /** Role of the signed-in administrator; omitted for owners, who may do everything. */
  role: z.enum(administratorRoles).exclude(['owner']).optional(),
  /**
   * True if the administrator must set up two-factor authentication before anything else; otherwise
   * omitted.
   */
  needsFactor: z.literal(true).optional(),
})
export type AuthStatus = z.output<typeof authStatus>

export const getAuthStatus = endpoint('GET /api/auth/status', {
  access: 'public',
  summary: 'Returns what this session may do.',
  reply: authStatus,
})

export const logInWithEmail = endpoint('POST /api/video-access/login', {
  access: 'public',
  summary: 'Opens a member session for a known email.',
  body: z.object({ email }),
  refusals: ['unknown_email'],
  reply: z.object({ videoAccess: z.object({ email: z.string() }), isAdmin: z.boolean() }),
})

/**
 * Returns the schema of a required password. The password is not trimmed, because it may begin or end with
 * a space.
 */
export function requiredPassword(label: string) {
  const missing = `${label} is required`
  return z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .max(limits.questions, `${label} may have at most ${limits.questions} characters`)
}

export function chosenPassword(label: string) {
  return requiredPassword(label).min(
    shortestPassword,
    `${label} must have at least ${shortestPassword} characters`,
  )
}

export const adminLoginForm = z.object({
  username: requiredText('Username', 'Username is required'),
  password: requiredPassword('Password'),
  /** A code from the authenticator app, or a recovery code. The form asks for it after a correct password. */
  factor: z.string().trim().max(40, 'The code may have at most 40 characters').optional(),
})

export const logInAdministrator = endpoint('POST /api/admin/login', {
  access: 'public',
  summary: "Opens an administrator's session.",
  body: adminLoginForm,
  refusals: ['wrong_password', 'factor_required', 'wrong_factor'],
  reply: z.object({
    message: z.string(),
    isAdmin: z.boolean(),
    /**
     * True if the administrator must set up two-factor authentication before anything else; otherwise
     * omitted.
     */
    needsFactor: z.literal(true).optional(),
  }),
})

export const requestPasswordReset = endpoint('POST /api/admin/password-reset', {
  access: 'public',
  summary:
    'Sends the recovery email of an administrator a link that resets the password; the same answer for everyone.',
  body: z.object({ email }),
  reply: sameForEveryone,
})

export const readPasswordLink = endpoint('POST /api/admin/password-link', {
  access: 'public',
  summary: 'Returns whose password a mailed link sets, and why it was sent; changes nothing.',
  body: byToken,
  refusals: ['unknown_link', 'spent_link'],
  reply: z.object({ username: z.string(), purpose: z.enum(['reset', 'invitation']) }),
})

export const passwordByLinkForm = z.object({
  newPassword: chosenPassword('New password'),
  /** True to also revoke every API key that the administrator created. */
  endKeys: z.boolean({ error: 'endKeys must be true or false' }).optional(),
})

export const setPasswordByLink = endpoint('POST /api/admin/password-by-link', {
  access: 'public',
  summary: "Sets an administrator's password by a mailed link, once, and ends their sessions.",
  body: byToken.extend(passwordByLinkForm.shape),
  refusals: ['unknown_link', 'spent_link'],
  reply: z.object({ username: z.string() }),
})

export const recoveryEmailForm = z.object({
  /** The new recovery email. If omitted, null or empty, the call removes the present one. */
  email: optionalEmail,
  presentPassword: requiredPassword('Current password'),
})

export const changeRecoveryEmail = endpoint('PUT /api/admin/recovery-email', {
  access: 'viewer',
  summary:
    'Mails a link that confirms the new recovery email of the caller; without a mail server, stores it unconfirmed.',
  body: recoveryEmailForm,
  refusals: ['administrator_email_taken', 'wrong_present_password'],
  reply: z.object({
    email: z.string().nullable(),
    unconfirmedEmail: z.string().nullable(),
    /** True if a mail server is configured. Without one, a new recovery email needs no confirmation. */
    isMailSet: z.boolean(),
  }),
})

export const confirmRecoveryEmail = endpoint('POST /api/admin/recovery-email/confirm', {
  access: 'viewer',
  summary:
    'Confirms the new recovery email of the caller by a mailed link, and notifies the former address.',
  body: byToken,
  refusals: ['unknown_link', 'spent_link', 'administrator_email_taken'],
  reply: z.object({ email: z.string() }),
})

export const confirmPassword = endpoint('POST /api/admin/confirm-password', {
  access: 'viewer',
  summary: "Verifies the caller's password again, for calls that need a recent confirmation.",
  body: z.object({ password: requiredPassword('Password') }),
  refusals: ['wrong_present_password'],
  reply: z.object({ message: z.string() }),
})

export const logOut = endpoint('POST /api/admin/logout', {
  access: 'public',
  summary: 'Ends the session, for members and administrators alike.',
  body: z.object({}),
  reply: z.object({ message: z.string() }),
})

/** API endpoints for the visitor's own data. The browser's session must be verified by a link or code in a mail. */

export const requestCode = endpoint('POST /api/me/code', {
  access: 'public',
  summary: 'Sends a 6-digit code to a known address; the same answer for everyone.',
  body: z.object({ email }),
  reply: z.object({ message: z.string() }),
})

export const verifyCode = endpoint('POST /api/me/verify', {
  access: 'public',
  summary: 'Opens a verified session with a code, in the browser that requested it.',
  body: z.object({
    email,
    /** The six-digit code from the mail; spaces are ignored. */
    code: requiredText('Code', 'Code is required', 20)
      .transform((text) => text.replaceAll(/\s/g, ''))
      .refine((text) => /^\d{6}$/.test(text), 'Code has six digits'),
  }),
  refusals: ['wrong_code'],
  reply: z.object({ email: z.string() }),
})

const ownSession = z.object({
  id: rowId,
  /** True for the session that sends the request. */
  isThis: z.boolean(),
  /** The browser and operating system, such as 'Firefox on Windows'. */
  agent: z.string(),
  /** Time at which the session was last used, rounded to the hour. */
  lastUsedAt: instant,
})
export type OwnSession = z.output<typeof ownSession>

export const listOwnSessions = endpoint('GET /api/me/sessions', {
  access: 'verified',
  summary: "Lists the sessions of this person's address.",
  reply: z.array(ownSession),
})

export const endOwnSession = endpoint('DELETE /api/me/sessions/:id', {
  access: 'verified',
  summary: "Ends one session of this person's address.",
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_session'],
  reply: z.object({ id: rowId }),
})

export const endOwnSessions = endpoint('DELETE /api/me/sessions', {
  access: 'verified',
  summary: "Ends all sessions of this person's address, including this one.",
  /** `ended` is the number of sessions that the call ended. */
  reply: z.object({ ended: z.int() }),
})

export const openVerifiedSession = endpoint('POST /api/enter', {
  access: 'public',
  summary: 'Opens a verified member session for the address that a mail was sent to.',
  body: byToken,
  refusals: ['unknown_link', 'spent_link'],
  reply: z.object({ email: z.string() }),
})

export const requestLibraryLink = endpoint('POST /api/library-link', {
  access: 'public',
  summary:
    'Sends a known address a link that opens a verified session; the same answer for everyone.',
  body: z.object({ email }),
  reply: sameForEveryone,
})
