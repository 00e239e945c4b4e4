import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, limits, requiredText } from './fields.ts'

export const authStatus = z.object({
  hasVideoAccess: z.boolean(),
  isAdmin: z.boolean(),
  userEmail: z.string().nullable(),
})
export type AuthStatus = z.output<typeof authStatus>

export const getAuthStatus = endpoint({
  method: 'GET',
  path: '/api/auth/status',
  access: 'public',
  summary: 'What this session may do.',
  reply: authStatus,
})

export const logInWithEmail = endpoint({
  method: 'POST',
  path: '/api/video-access/login',
  access: 'public',
  summary: 'Opens a member session for a known e-mail.',
  body: z.object({ email }),
  refusals: ['unknown_email'],
  reply: z.object({ videoAccess: z.object({ email: z.string() }), isAdmin: z.boolean() }),
})

/** Not trimmed: a password may begin or end with a space. */
export function requiredPassword(label: string) {
  const missing = `${label} is required`
  return z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .max(limits.questions, `${label} may have at most ${limits.questions} characters`)
}

export const adminLoginForm = z.object({
  username: requiredText('Username', 'Username is required'),
  password: requiredPassword('Password'),
})

export const logInAdministrator = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: "Opens an administrator's session.",
  body: adminLoginForm,
  refusals: ['wrong_password'],
  reply: z.object({ message: z.string(), isAdmin: z.literal(true) }),
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'public',
  summary: 'Ends the session, for members and administrators alike.',
  body: z.object({}),
  reply: z.object({ message: z.string() }),
})
