/** How webhooks are called, after Standard Webhooks (https://www.standardwebhooks.com). */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What lies between two tries of a delivery: ten of them in 75 hours. */
export const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** Each wait is longer by up to this share, so that what failed together does not come back together. */
export const jitter = 0.1
/** How long a receiver has for its answer. */
export const answerMs = 15 * second
/** Whatever `Retry-After` asks for, no wait is longer. */
export const longestPauseMs = 24 * hour
/** A webhook that no call has reached for so long is switched off. */
export const failingMs = 72 * hour
/** For so long the secret of before signs as well. */
export const formerSecretHours = 24
export const mostWebhooks = 20
/** Days after which deliveries that have ended are forgotten. */
export const keepDays = 30
/** Largest body in bytes. */
export const mostBytes = 20_000

/** What a webhook can be sent to try it, beside the events. */
export const testEvent = 'webhook.test'

/** Why a call failed: never in the words of whoever was called. */
export const callFailures = [
  'status',
  'redirect',
  'forbidden_address',
  'unknown_host',
  'refused',
  'no_answer',
  'bad_certificate',
  'other_security',
  'broken',
] as const
export type CallFailure = (typeof callFailures)[number]
