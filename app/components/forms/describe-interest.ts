import { limitMessage, serverMessage } from '#app/api/call.ts'
import { describeRefusal } from './describe-registration.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import type { Notice } from './form-notice.tsx'

/**
 * The words for pre-registrations and for the wish to hear of what is to come. Specification,
 * "Refusals and toasts".
 */

export const preRegistered: Notice = {
  title: 'Pre-registration Successful!',
  description: "We'll notify you when the event date is confirmed",
}

export function describePreRegistrationFailure(error: unknown): Notice {
  if (refusedWith(error, 'event_finished')) {
    return { title: 'Event Has Finished', description: serverMessage(error), duration: 8000 }
  }
  return {
    title: 'Pre-registration Failed',
    description: limitMessage(error) ?? 'Failed to register for future event',
    variant: 'destructive',
  }
}

export function describeInterest(firstName: string): Notice {
  return {
    title: 'Added to Future Events List!',
    description: `Thank you, ${firstName}. You will hear of the next interviews first.`,
    duration: 6000,
  }
}

export function describeInterestFailure(error: unknown): Notice {
  // A registration came too late: the form in its place says so, with what was typed.
  if (refusedWith(error, 'event_finished')) return describeRefusal(error).notice
  return {
    title: 'Registration Failed',
    description: limitMessage(error) ?? 'Failed to register for future events notifications',
    variant: 'destructive',
  }
}
