import type { Call } from './call.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Runs a look-up that tells whether an e-mail is known, and counts it where it says no. Once the
 * allowance is used up every answer is refused alike: refusing the unknown ones only would still tell
 * them apart. An e-mail that the session already holds is free. decisions.md, "People and access".
 */
export async function limitGuessing(
  limits: RateLimits,
  call: Call,
  email: string,
  lookUp: () => Promise<boolean>,
): Promise<boolean> {
  const [session, isKnown] = await Promise.all([call.session(), lookUp()])
  if (session?.email === email) return isKnown
  if (isKnown) await limits.check('unknownEmails', call.addressKey)
  else await limits.count('unknownEmails', call.addressKey)
  return isKnown
}
