import { CallError, serverMessage } from '#client/api/call.ts'

/** Returns the message beside the button after a failed save. */
export function explainSave(error: unknown): string {
  if (!(error instanceof CallError)) {
    return 'The line is not working at the moment. Nothing is lost: please try again.'
  }
  if (error.status === 401) {
    return 'You are signed out. Sign in to the admin area in another tab, then save again: nothing here is lost.'
  }
  return serverMessage(error) ?? 'Something went wrong. Please try again.'
}
