import { isOffline, serverMessage } from './call.ts'

/** Thrown after a sign-in if the browser did not store the session cookie. */
export class CookiesBlocked extends Error {}

export const cookiesNeeded =
  'Your browser blocks cookies, which keep you logged in. Please allow them for this site and try again.'

/** Returns the error toast for blocked cookies or a device that is offline; undefined for other errors. */
export function describeDeviceProblem(error: unknown) {
  const variant = 'destructive' as const
  if (isOffline(error))
    return { title: 'You Are Offline', description: serverMessage(error), variant }
  if (!(error instanceof CookiesBlocked)) return undefined
  return { title: 'Cookies Are Blocked', description: cookiesNeeded, variant }
}
