import { ZodError } from 'zod'
import type { ZoomKind } from '#kernel/values.ts'
import { GiveUp, TryLater } from '#platform/jobs/run-job.ts'

type ZoomErrorDetails = {
  retryAfter?: string | undefined
  kind?: ZoomKind
  fields?: string[]
}

/** An error response of Zoom. `code` is Zoom's own error number, `retryAfter` the header Retry-After. */
export class ZoomError extends Error {
  readonly status: number
  readonly code: number | undefined
  readonly retryAfter: string | undefined
  /** Whether the request was about a webinar or a meeting. */
  readonly kind: ZoomKind
  /** Names of the fields of the request that Zoom refused. */
  readonly fields: string[]

  constructor(
    status: number,
    code: number | undefined,
    words: string,
    { retryAfter, kind = 'webinar', fields = [] }: ZoomErrorDetails = {},
  ) {
    super(words)
    this.kind = kind
    this.fields = fields
    this.name = 'ZoomError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Thrown instead of sending a request to Zoom if no access token could be obtained; `cause` is the reason. */
export class RequestNotSent extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'No token', { cause })
    this.name = 'NotAsked'
  }
}

/**
 * Returns whether Zoom may have executed a failed request: there was no response, or its status was 408 or at least
 * 500, except 503.
 */
export function leavesDoubt(error: unknown): boolean {
  if (error instanceof RequestNotSent) return false
  if (error instanceof ZoomError) {
    const { status } = error
    return status === 408 || (status >= 500 && status !== 503)
  }
  return !isUnconnected(error)
}

const unconnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Returns whether a request failed before a connection was made, so that Zoom received nothing. */
function isUnconnected(error: unknown) {
  const { cause } = error as { cause?: { code?: string; syscall?: string } }
  return cause?.syscall === 'connect' || unconnected.has(cause?.code ?? '')
}

/** Returns whether Zoom refused a request for a reason that a retry cannot change, such as a missing scope. */
export function isLastingRefusal(error: unknown): boolean {
  if (!(error instanceof ZoomError)) return false
  const { status } = error
  return status < 500 && ![401, 408, 429].includes(status)
}

/** Returns whether Zoom refused a registration because the daily limit for this registrant is reached. */
export function isExhaustedForToday(error: unknown): boolean {
  return (
    error instanceof ZoomError &&
    error.status === 429 &&
    isDaily.test(error.message) &&
    /registrant/i.test(error.message)
  )
}

/** Returns whether Zoom refused the registrant's name, as it does for some special characters. */
export function isNameRefused(error: unknown): boolean {
  return error instanceof ZoomError && error.fields.some((field) => field in nameFields)
}

/**
 * Returns whether Zoom's refusal is about this registrant only, such as an email whose registration was cancelled.
 */
export function isAboutRegistrant(error: unknown): boolean {
  if (!(error instanceof ZoomError) || error.status >= 429) return false
  const { message } = error
  return /denied|cancell?ed/i.test(message) || (/registrant/i.test(message) && !explain(error))
}

const nameFields = { first_name: 'first name', last_name: 'last name' }
const fieldNames: Record<string, string> = { ...nameFields, email: 'email address' }

const isDaily = /daily|GMT 00:00/i

/**
 * Delay in milliseconds after Zoom's limit of requests per second was exceeded. The random part prevents the same
 * callers from colliding again.
 */
const soonMs = 2_000
const spreadMs = 8_000

const mapAnother = 'This webinar does not exist in Zoom any more. Enter another webinar ID.'
const full = 'The webinar is full. Raise its capacity in Zoom, then try again.'

/** Texts for the organiser by Zoom's error code, for refusals that a retry cannot resolve. */
const refusals: Record<number, string> = {
  200: 'The Zoom plan or the app does not allow webinars with registration.',
  300: 'Zoom does not accept this webinar ID. Check the webinar ID of the event.',
  1001: 'The host of this webinar was deleted in Zoom.',
  1010: 'The host of this webinar is not in the Zoom account.',
  3000: full,
  3001: mapAnother,
  3027: "This is the host's own email. Zoom does not let hosts register for their webinar.",
  3035: full,
  3038: mapAnother,
  3161: 'The host has no webinar licence in Zoom.',
}
/** Messages for Zoom's error codes about meetings. A full meeting has another code than a full webinar. */
const meetingRefusals: Record<number, string> = { ...refusals, 3043: full }

function describeFor(kind: ZoomKind, words: string) {
  return kind === 'webinar' ? words : words.replaceAll('webinar', kind)
}
const notEnabled =
  'Registration is not switched on for this webinar. Switch it on in Zoom ("Registration: Required"), then try again.'
const lackingScopes = new Set([4700, 4711])

/**
 * Converts a failed call to Zoom to an error for the job queue: TryLater if Zoom says when to retry, GiveUp with a text
 * for the organiser if a retry cannot help, otherwise an error that is retried soon.
 */
export function outcomeOf(failure: unknown, now: Date): Error {
  if (failure instanceof GiveUp || failure instanceof TryLater) return failure
  const error = failure instanceof RequestNotSent ? failure.cause : failure
  if (error instanceof ZodError) return new Error('Zoom sent an unknown answer')
  if (!(error instanceof ZoomError)) return new Error(`Zoom cannot be reached: ${wordsOf(error)}`)
  const { status, code = 0, message } = error
  if (status === 429) return limitOf(error, now)
  if (status === 401 || code === 124) return new Error(`Zoom does not accept our token: ${message}`)
  if (lackingScopes.has(code)) return new Error(`The Zoom app lacks a scope: ${message}`)
  if (status >= 500 || status === 408) {
    return new Error(`Zoom is not working (${status}): ${message}`)
  }
  return new GiveUp(explain(error) ?? `Zoom refused (${code || status}): ${message}`)
}

/** Returns a text for the organiser about Zoom's refusal; undefined for an unknown refusal. */
function explain({ status, code = 0, message, kind, fields }: ZoomError): string | undefined {
  if (fields.length > 0) {
    const names = fields.map((field) => fieldNames[field] ?? field).join(' and the ')
    return `Zoom refused the ${names}: ${message} Correct it, then try again.`
  }
  if (/registration (has|is) not (been )?enabled/i.test(message))
    return describeFor(kind, notEnabled)
  const words = (kind === 'meeting' ? meetingRefusals : refusals)[code]
  const known = words ?? (status === 404 ? mapAnother : undefined)
  return known && describeFor(kind, known)
}

/**
 * Returns the error for an exceeded rate limit. A daily limit ends at midnight GMT, whatever the header Retry-After
 * contains. Other limits end at the header's time; without a header they are limits per second, so retry soon.
 */
function limitOf({ message, retryAfter }: ZoomError, now: Date): Error {
  if (isDaily.test(message)) return new TryLater(message, nextDay(now))
  const soon = new Date(now.getTime() + soonMs + Math.random() * spreadMs)
  const at = (retryAfter && readRetryAfter(retryAfter, now)) || soon
  return new TryLater(`Zoom asks us to wait: ${message}`, at)
}

/** Parses the header Retry-After: seconds, or an HTTP date. Undefined for any other text. */
function readRetryAfter(text: string, now: Date): Date | undefined {
  const at = /^\d{1,6}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at)
}

/** Returns the next midnight GMT, when Zoom's daily limits reset. */
export function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

function wordsOf(error: unknown) {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
