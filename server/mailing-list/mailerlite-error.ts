/**
 * What went wrong between MailerLite and us. `unauthenticated`: the key is wrong, its user is gone or
 * the plan forbids it. `missing`: no such subscriber or group. `invalid`: it refuses what was said.
 * `tooMany`: not before `retryAfter`. `theirs`: a fault of theirs. `unreachable`: no answer in time.
 */
export type MailerliteFault =
  | 'unauthenticated'
  | 'missing'
  | 'invalid'
  | 'tooMany'
  | 'theirs'
  | 'unreachable'

export class MailerliteError extends Error {
  readonly fault: MailerliteFault
  /** Seconds; with `tooMany` only. */
  readonly retryAfter: number
  /** Names of the fields that it refuses, such as `email` or `groups.0`. */
  readonly fields: string[]

  constructor(
    fault: MailerliteFault,
    message: string,
    more: { retryAfter?: number; fields?: string[] } = {},
  ) {
    super(message)
    this.name = 'MailerliteError'
    this.fault = fault
    this.retryAfter = more.retryAfter ?? 0
    this.fields = more.fields ?? []
  }
}

const faults: Record<number, MailerliteFault> = {
  400: 'invalid',
  401: 'unauthenticated',
  402: 'unauthenticated',
  403: 'unauthenticated',
  404: 'missing',
  422: 'invalid',
  429: 'tooMany',
}

const longestWait = 60 * 60

/** Retry-After in seconds, as a number or a date; a minute where it says nothing. */
function readRetryAfter(header: string | null, now: number): number {
  const seconds = header?.trim() ? Number(header) : Number.NaN
  const asked = Number.isFinite(seconds) ? seconds : (Date.parse(header ?? '') - now) / 1000
  return Number.isFinite(asked) ? Math.min(Math.max(1, Math.ceil(asked)), longestWait) : 60
}

/** The error behind an answer that is no success; `body` is what it said, if that was JSON. */
export function describeAnswer(answer: Response, body: unknown): MailerliteError {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown }
  const fault = faults[answer.status] ?? 'theirs'
  const fields = typeof errors === 'object' && errors ? Object.entries(errors) : []
  const details = fields.flatMap(([name, words]) => `${name}: ${[words].flat().join(' ')}`)
  const said = [typeof message === 'string' ? message : '', ...details].filter(Boolean).join(' ')
  return new MailerliteError(
    fault,
    `MailerLite answered ${answer.status}${said && `: ${said}`}`.slice(0, 500),
    {
      fields: fields.map(([name]) => name),
      ...(fault === 'tooMany' && {
        retryAfter: readRetryAfter(answer.headers.get('retry-after'), Date.now()),
      }),
    },
  )
}
