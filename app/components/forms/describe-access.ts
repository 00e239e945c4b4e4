import { serverMessage } from '#app/api/call.ts'
import type { Notice } from './form-notice.tsx'

/** The words for who registers to watch. Specification, "Refusals and toasts". */

export const accessGranted: Notice = {
  title: 'Access Granted!',
  description: 'Redirecting to video library...',
}

export function describeAccessFailure(error: unknown): Notice {
  return {
    title: 'Access Failed',
    description: serverMessage(error) ?? 'Please try again.',
    variant: 'destructive',
  }
}
