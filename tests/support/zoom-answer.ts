/** Status, body and headers of an answer. */
export type Answer = [status: number, body?: object, headers?: Record<string, string>]

export function refusal(status: number, code: number, message: string): Answer {
  return [status, { code, message }]
}

/** A refusal that names the field, as https://developers.zoom.us/docs/api/errors documents it. */
export function invalidField(field: string, message: string): Answer {
  return [300, { code: 300, message: 'Validation Failed.', errors: [{ field, message }] }]
}
