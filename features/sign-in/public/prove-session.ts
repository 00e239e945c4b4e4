import { call } from '#client/api/call.ts'
import { CookiesBlocked } from '#client/api/device-problem.ts'
import type { AuthStatus } from '#features/sign-in/contract.ts'

/**
 * Checks after a login that the browser keeps the session cookie. Throws CookiesBlocked if the server sees
 * no session. Returns the session's status, or undefined if the server does not answer, because the login
 * itself succeeded.
 */
export async function proveSession(
  isLoggedIn: (status: AuthStatus) => boolean = ({ hasVideoAccess }) => hasVideoAccess,
): Promise<AuthStatus | undefined> {
  const status = await call('GET /api/auth/status', { asMyself: true }).catch(() => undefined)
  if (status && !isLoggedIn(status)) throw new CookiesBlocked()
  return status
}
