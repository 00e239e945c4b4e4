/** Status, body and headers of an answer. */
export type Answer = [status: number, body?: object, headers?: Record<string, string>]

export function refusal(status: number, code: number, message: string): Answer {
  return [status, { code, message }]
}
