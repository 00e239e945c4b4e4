/** Thrown after a login whose session this browser did not keep. */
export class CookiesBlocked extends Error {}

export const cookiesNeeded =
  'Your browser blocks cookies, which keep you logged in. Please allow them for this site and try again.'

/** Says that cookies are needed, as a toast; undefined for any other failure. */
export function describeBlockedCookies(error: unknown) {
  if (!(error instanceof CookiesBlocked)) return undefined
  return {
    title: 'Cookies Are Blocked',
    description: cookiesNeeded,
    variant: 'destructive' as const,
  }
}
