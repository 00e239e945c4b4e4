import type { Call } from './call.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Runs a look-up that tells whether an e-mail is known, and counts it where it says no. Once the
 * allowance is used up nothing is looked up any more: refusing the unknown ones only would still tell
 * them apart. An e-mail that the session already holds is free. Specification, "Limits".
 */
export async function limitGuessing<Found extends { isKnown: boolean }>(
  limits: RateLimits,
  call: Call,
  email: string,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  const session = await call.session()
  if (session?.email === email) return lookUp()
  // In turn: guesses made all at once would be answered before the first of them is counted.
  return limits.inTurn(call.addressKey, async () => {
    await limits.check('unknownEmails', call.addressKey)
    const found = await lookUp()
    if (!found.isKnown) await limits.count('unknownEmails', call.addressKey)
    return found
  })
}
