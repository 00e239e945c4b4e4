import { isOffline, serverMessage } from './call.ts'

/** Thrown after a login whose session this browser did not keep. */
export class CookiesBlocked extends Error {}

export const cookiesNeeded =
  'Your browser blocks cookies, which keep you logged in. Please allow them for this site and try again.'

/** Returns the toast for a failure on the visitor's side: blocked cookies or no connection; undefined for any other. */
export function describeDeviceProblem(error: unknown) {
  const variant = 'destructive' as const
  if (isOffline(error))
    return { title: 'You Are Offline', description: serverMessage(error), variant }
  if (!(error instanceof CookiesBlocked)) return undefined
  return { title: 'Cookies Are Blocked', description: cookiesNeeded, variant }
}
