import { CallError, serverMessage } from '#client/api/call.ts'

/** Returns the error message that a form shows beside its Save button after a failed save. */
export function explainSave(error: unknown): string {
  if (!(error instanceof CallError)) {
    return 'The server could not be reached. Your changes are not lost. Please try again.'
  }
  if (error.status === 401) {
    return 'You are signed out. Sign in to the admin area in another tab, then try again. Your changes are not lost.'
  }
  return serverMessage(error) ?? 'Something went wrong. Please try again.'
}
