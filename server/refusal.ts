const brand = Symbol.for('greenroom.refusal')

export type RefusalDetails = Record<string, unknown>

/**
 * An expected "no": an operation throws it and the caller receives its status and `{message, …details}`.
 * Recognised by its brand, since sources and bundle may hold the class twice. Anything else thrown is
 * logged and answered as an opaque 500.
 */
export class Refusal extends Error {
  readonly status: number
  readonly details: RefusalDetails
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    details: RefusalDetails = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.details = details
    this.headers = headers
    Object.defineProperty(this, brand, { value: true })
  }
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && brand in error
}

export const retryAfterSeconds = 10
/** For a 503: when a machine may ask again. */
export const retryLater = { 'retry-after': String(retryAfterSeconds) }

/** A 400 in the form of decisions.md, "Calls in general": each error names its field. */
export function invalidInput(errors: { field: string; message: string }[]) {
  const messages = [...new Set(errors.map((error) => error.message))]
  return new Refusal(400, messages.join('. '), { errors })
}
