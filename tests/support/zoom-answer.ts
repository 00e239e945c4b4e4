/** Status, body and headers of a response. */
export type Answer = [status: number, body?: object, headers?: Record<string, string>]

export function refusal(status: number, code: number, message: string): Answer {
  return [status, { code, message }]
}

/** Returns an error for a field, as documented at https://developers.zoom.us/docs/api/errors. */
export function invalidField(field: string, message: string): Answer {
  return [300, { code: 300, message: 'Validation Failed.', errors: [{ field, message }] }]
}
