import type { PublicEvent } from '#shared/contract/events.ts'
import type { newRegistration } from '#shared/contract/registrations.ts'
import type { z } from 'zod'
import { serverMessage } from '#app/api/call.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import type { Notice } from './form-notice.tsx'

/**
 * Whether this call booked the seat, or it was booked before: by an import, too, which sends no
 * mail.
 */
export type RegistrationOutcome = { isNew: boolean; email: string }

type Reply = { isExistingUser: boolean; newRegistrations: z.output<typeof newRegistration>[] }

export function isNewRegistration({ isExistingUser, newRegistrations }: Reply): boolean {
  return !isExistingUser || newRegistrations.length > 0
}

/** What a registration comes to, in words. Specification, "Refusals and toasts". */
export function describeRegistration(
  isNew: boolean,
  firstName: string,
  event: Pick<PublicEvent, 'title'>,
): Notice {
  const duration = 8000
  return isNew
    ? {
        title: '🎉 Registration Successful!',
        description: `${firstName}, your seat for “${event.title}” is booked.`,
        duration,
      }
    : {
        title: 'Welcome Back!',
        description: `${firstName}, you already have a seat for “${event.title}”.`,
        duration,
      }
}

export const alreadyRegistered: Notice = {
  title: 'Already Registered!',
  description:
    "Great news - you're already signed up! You can access videos anytime using your email address.",
}

/** What a refusal comes to. Specification, "Refusals and toasts". */
export function describeRefusal(error: unknown): {
  kind: 'finished' | 'registered' | 'other'
  notice: Notice
} {
  const message = serverMessage(error)
  if (refusedWith(error, 'event_finished')) {
    const description =
      message ?? 'This event has already ended. Would you like to be notified about future events?'
    return {
      kind: 'finished',
      notice: { title: 'Event Has Finished', description, duration: 8000 },
    }
  }
  if (/already (registered|exists)/i.test(message ?? '')) {
    return { kind: 'registered', notice: alreadyRegistered }
  }
  const description = message ?? 'Please try again.'
  return {
    kind: 'other',
    notice: { title: 'Registration Failed', description, variant: 'destructive' },
  }
}
