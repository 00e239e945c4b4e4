const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Milliseconds between the attempts of a delivery, as in Standard Webhooks (https://www.standardwebhooks.com): ten
 * attempts in 75 hours.
 */
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
/**
 * Share by which each delay is extended at most, at random, so that failed deliveries are not all retried at once.
 */
export const jitter = 0.1
/** Milliseconds within which a receiver must respond. */
export const answerMs = 15 * second
/** Maximum delay, in milliseconds, that a receiver can request by `Retry-After`. */
export const longestPauseMs = 24 * hour
/** A webhook without a successful call for this many milliseconds is switched off. */
export const failingMs = 72 * hour
/** Hours after a rotation during which calls are signed with the former secret as well. */
export const formerSecretHours = 24
export const mostWebhooks = 20
/** Days after which finished deliveries are deleted. */
export const keepDays = 30
/** Maximum size of a delivery's body, in bytes. */
export const mostBytes = 20_000

/** Event type of a test delivery. */
export const testEvent = 'webhook.test'

/** Reasons why a webhook's delivery failed. The text of the receiver's response is never stored. */
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
