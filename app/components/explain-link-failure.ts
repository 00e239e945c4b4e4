import { CallError, serverMessage } from '#app/api/call.ts'

/** What a page behind a mail's link says when its call failed. */
export function explainLinkFailure(error: unknown): string {
  if (error instanceof CallError) {
    return serverMessage(error) ?? 'Something went wrong. Please try again.'
  }
  return 'The line is not working at the moment. Please try again.'
}

/** Whether the link itself is refused, so that pressing again can change nothing. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof CallError && [400, 404, 409, 410].includes(error.status)
}
