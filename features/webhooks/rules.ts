/** Rules of webhook calls, following Standard Webhooks (https://www.standardwebhooks.com). */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Delays between the attempts of a delivery: ten attempts in 75 hours. */
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
/** Each delay is extended by up to this share, so that failed calls are not retried simultaneously. */
export const jitter = 0.1
/** Milliseconds that a receiver has to answer. */
export const answerMs = 15 * second
/** Maximum delay, whatever `Retry-After` requests. */
export const longestPauseMs = 24 * hour
/** A webhook without a successful call for this long is disabled. */
export const failingMs = 72 * hour
/** Hours during which the former secret signs calls, too. */
export const formerSecretHours = 24
export const mostWebhooks = 20
/** Days after which finished deliveries are deleted. */
export const keepDays = 30
/** Maximum size of a body in bytes. */
export const mostBytes = 20_000

/** Event type of a test delivery. */
export const testEvent = 'webhook.test'

/** Reasons of failed calls. The receiver's own words are never stored. */
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
