import { createHash } from 'node:crypto'
import { isRefusal } from '#server/refusal.ts'
import type { Call } from './call.ts'
import type { RateLimits } from './rate-limits.ts'

/** Who mistakes the field types a password: too short a digest to tell what it was. */
function digest(username: string) {
  return createHash('sha256').update(username.toLowerCase()).digest('hex').slice(0, 8)
}

const wrongGuesses = ['wrong_password', 'wrong_present_password']

/**
 * Signs somebody in, or has them show their password once more, or counts a failure: for this address, which bounds what hashing costs us, and for
 * this address with this name. A name alone is never locked. Specification, "Limits".
 */
export async function limitSignIns<Result>(
  limits: RateLimits,
  call: Call,
  username: string,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const address = call.addressKey
  const name = `${address} ${digest(username)}`
  // Counted first and given back: tries made all at once would otherwise all be tried.
  await limits.count('signInFailuresOfAddress', address)
  try {
    await limits.count('signInFailures', name)
  } catch (error) {
    await limits.giveBack('signInFailuresOfAddress', address)
    throw error
  }
  try {
    const result = await signIn()
    await limits.giveBack('signInFailuresOfAddress', address)
    await limits.reset('signInFailures', name)
    return result
  } catch (error) {
    if (!(isRefusal(error) && wrongGuesses.includes(error.code))) {
      await limits.giveBack('signInFailuresOfAddress', address)
      await limits.giveBack('signInFailures', name)
    }
    throw error
  }
}
