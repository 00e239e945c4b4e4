import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'

/** What Zoom answered other than well; `code` is its own number, `retryAfter` its header. */
export class ZoomError extends Error {
  readonly status: number
  readonly code: number | undefined
  readonly retryAfter: string | undefined

  constructor(status: number, code: number | undefined, words: string, retryAfter?: string) {
    super(words)
    this.name = 'ZoomError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Nobody knows whether Zoom did what it was asked: no answer came, or it broke down while at it. */
export function leavesDoubt(error: unknown): boolean {
  if (error instanceof ZoomError) return error.status >= 500 && error.status !== 503
  return !isRefusedConnection(error)
}

function isRefusedConnection(error: unknown) {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND'
}

const mapAnother =
  'Zoom knows no such webinar: it was deleted or is over. Map the event to another one.'
const full = 'The webinar is full. Raise its capacity in Zoom, then try again.'

/** Refusals that no repetition mends, in words for the organiser. Zoom's numbers: providers.md. */
const refusals: Record<number, string> = {
  200: 'The Zoom account may not hold webinars: its plan lacks them, or the app their permission.',
  300: 'Zoom does not take this webinar ID or what was sent with it. Look at the webinar ID of the event.',
  1001: 'Zoom does not know the host of this webinar any more.',
  1010: 'The host of this webinar is not in the Zoom account.',
  3000: full,
  3001: mapAnother,
  3027: "Zoom lets a webinar's host not register for it: this is the host's own address.",
  3035: full,
}
const notEnabled =
  'Registration is not switched on for this webinar. Switch it on in Zoom ("Registration: Required"), then try again.'
const lackingScopes = new Set([4700, 4711])

/**
 * What a failed call means for its job: TryLater at a certain time, GiveUp with a reason that the
 * organiser understands, or an ordinary error, to be tried again soon.
 */
export function outcomeOf(error: unknown, now: Date): Error {
  if (!(error instanceof ZoomError)) return new Error(`Zoom cannot be reached: ${wordsOf(error)}`)
  const { status, code = 0, message } = error
  if (status === 429) return limitOf(error, now)
  if (status === 401 || code === 124) return new Error(`Zoom does not accept our token: ${message}`)
  if (lackingScopes.has(code)) return new Error(`The Zoom app lacks a scope: ${message}`)
  if (status >= 500) return new Error(`Zoom is out of order (${status}): ${message}`)
  if (/registration (has|is) not (been )?enabled/i.test(message)) return new GiveUp(notEnabled)
  if (refusals[code]) return new GiveUp(refusals[code])
  if (status === 404) return new GiveUp(mapAnother)
  return new GiveUp(`Zoom refused (${code || status}): ${message}`)
}

/** A limit by the day ends at midnight GMT, whatever the header says; another where the header says. */
function limitOf({ message, retryAfter }: ZoomError, now: Date): Error {
  if (/daily|GMT 00:00/i.test(message)) return new TryLater(message, nextDay(now))
  const at = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, now)
  return at ? new TryLater(`Zoom asks to wait: ${message}`, at) : new Error(`Zoom: ${message}`)
}

/** Seconds or an HTTP date; undefined for anything else. */
function readRetryAfter(text: string, now: Date): Date | undefined {
  const at = /^\d{1,6}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at)
}

/** The next midnight GMT, when Zoom counts a new day. */
export function nextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

function wordsOf(error: unknown) {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
