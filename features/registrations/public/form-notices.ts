import { serverMessage, refusedWith, limitMessage } from '#client/api/call.ts'
import { describeDeviceProblem } from '#client/api/device-problem.ts'
import type { Notice } from '#client/forms/form-answer.ts'
import { describeLeads, usualReminders } from '#kernel/reminder-times.ts'
import { remindersAt } from '#features/event-mails/rules.ts'
import type { RegistrationReply } from '#features/registrations/contract.ts'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import { eventStart } from '#kernel/event-time.ts'

/**
 * Result of a registration. `isNew` is false if the person was registered before, for example by an import;
 * then no mail is sent.
 */
export type RegistrationOutcome = {
  isNew: boolean
  isWaitlisted?: boolean
  email: string
  /** The person's fields, for the offer to register for every event; undefined if unknown. */
  person?: SeriesPerson
  /** Set if the person asked to be registered for every event; `pending` until they confirm by mail. */
  series?: 'pending' | 'active'
}

type SeriesPerson = Record<'firstName' | 'lastName' | 'email' | 'company' | 'jobTitle', string>

/** The reply to the form, with `isPending` if the person asked to be registered for every event. */
export type RegistrationReplies = RegistrationReply & { isPending?: boolean }

/** Returns what the confirmation says about the registration for every event, and the fields to send to ask for it. */
export function seriesOf(
  { isPending }: RegistrationReplies,
  { firstName, lastName, email, company, jobTitle }: Record<string, unknown>,
): Pick<RegistrationOutcome, 'person' | 'series'> {
  if (isPending !== undefined) return { series: isPending ? 'pending' : 'active' }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    person: {
      firstName: text(firstName),
      lastName: text(lastName),
      email: text(email),
      company: text(company),
      jobTitle: text(jobTitle),
    },
  }
}

export function titleOfOutcome({ isNew, isWaitlisted: isInLine }: RegistrationOutcome): string {
  if (isInLine) return 'You are on the waiting list'
  return isNew ? 'You are registered' : 'You are already registered'
}

/**
 * Returns whether the server's reply contains a new registration. A pre-registration that the call
 * confirmed counts as new.
 */
export function isNewRegistration(reply: RegistrationReply): boolean {
  const { isExistingUser, newRegistrations, upgraded = [] } = reply
  return !isExistingUser || newRegistrations.length > 0 || upgraded.length > 0
}

/** Returns whether the person is on the waiting list of the event, which is full. */
export function isWaitlisted({ newRegistrations }: RegistrationReply): boolean {
  return newRegistrations.some(({ registrationType }) => registrationType === 'waitlisted')
}

/** Returns the texts that tell a visitor that they are on the waiting list. */
export function describeWaitlist(firstName: string, event: Pick<PublicEvent, 'title'>): Notice {
  return {
    title: 'You Are on the Waiting List',
    description: `${firstName}, we will email you when a seat for “${event.title}” is free.`,
    duration: 8000,
  }
}

/** Returns the texts that tell a visitor the result of their registration. */
export function describeRegistration(
  isNew: boolean,
  firstName: string,
  event: Pick<PublicEvent, 'title'>,
): Notice {
  const duration = 8000
  return isNew
    ? {
        title: '🎉 Registration Successful!',
        description: `${firstName}, you are registered for “${event.title}”.`,
        duration,
      }
    : {
        title: 'Welcome Back!',
        description: `${firstName}, you are already registered for “${event.title}”.`,
        duration,
      }
}

export const alreadyRegistered: Notice = {
  title: 'Already Registered!',
  description:
    "Great news - you're already signed up! You can access videos anytime using your email address.",
}

/** Returns whether a registration failed because the event is over or cancelled. */
export function isOver(error: unknown): boolean {
  return (
    (refusedWith(error, 'event_finished') ?? refusedWith(error, 'event_cancelled')) !== undefined
  )
}

function overNotice(error: unknown): Notice {
  const isCancelled = refusedWith(error, 'event_cancelled') !== undefined
  const description =
    serverMessage(error) ??
    'This event has already ended. Would you like to be notified about future events?'
  const title = isCancelled ? 'Event Cancelled' : 'Event Has Finished'
  return { title, description, duration: 8000 }
}

/** Returns the texts that tell a visitor why the server refused their registration. */
export function describeRefusal(error: unknown): {
  kind: 'finished' | 'registered' | 'full' | 'other'
  notice: Notice
} {
  const message = serverMessage(error)
  if (isOver(error)) return { kind: 'finished', notice: overNotice(error) }
  if (/already (registered|exists)/i.test(message ?? '')) {
    return { kind: 'registered', notice: alreadyRegistered }
  }
  const description = message ?? 'Please try again.'
  if (refusedWith(error, 'event_full')) {
    return { kind: 'full', notice: { title: 'All Seats Are Taken', description } }
  }
  return {
    kind: 'other',
    notice: { title: 'Registration Failed', description, variant: 'destructive' },
  }
}

/**
 * Returns the text that announces reminder mails to a person who registers at the time `now`. Returns
 * undefined if no reminder will be sent: if the event has no start time or no reminders, or the last one has passed.
 */
export function describeReminders(
  event: Pick<
    PublicEvent,
    'status' | 'eventDate' | 'eventTime' | 'eventEndTime' | 'dateConfirmed' | 'reminderMinutes'
  >,
  now: Date,
): string | undefined {
  const start = eventStart(event)
  if (!start) return undefined
  const reminderMinutes = event.reminderMinutes ?? [...usualReminders]
  if (reminderMinutes.length === 0) return undefined
  if (!event.dateConfirmed) return 'Reminders follow once the date is confirmed.'
  const { later } = remindersAt({ reminderMinutes }, start.getTime() - now.getTime())
  if (later.length === 0) return undefined
  const follow = later.length > 1 ? 'Reminders follow' : 'A reminder follows'
  return `${follow} ${describeLeads(later)} before the event.`
}

/** Texts about pre-registrations and interest in future events. */

export const preRegistered: Notice = {
  title: 'Pre-registration Successful!',
  description: "We'll notify you when the event date is confirmed",
}

export function describePreRegistrationFailure(error: unknown): Notice {
  if (refusedWith(error, 'event_cancelled')) return overNotice(error)
  const reason = isOver(error) ? serverMessage(error) : limitMessage(error)
  return {
    title: 'Pre-registration Failed',
    description: reason ?? 'Failed to register for future event',
    variant: 'destructive',
  }
}

export function describeInterest(firstName: string): Notice {
  return {
    title: 'Added to Future Events List!',
    description: `Thank you, ${firstName}. We will email you about new events.`,
    duration: 6000,
  }
}

export function describeInterestFailure(error: unknown): Notice {
  // The event ended while the visitor filled in the form; the notice offers the form for future events with
  // the same values.
  if (isOver(error)) return overNotice(error)
  return {
    title: 'Registration Failed',
    description: limitMessage(error) ?? 'Failed to register for future events notifications',
    variant: 'destructive',
  }
}

/** Texts about registrations for video access. */

export const accessGranted: Notice = {
  title: 'Access Granted!',
  description: 'Redirecting to video library...',
}

/** The same, for a person whom the form put on the waiting list of the next event. */
export const accessOnWaitlist: Notice = {
  ...accessGranted,
  description: 'You are on the waiting list of the next event. Redirecting to video library...',
}

/** The library is open, and the last seat of the next event was taken while the visitor filled in the form. */
export const accessWithoutSeat: Notice = {
  title: 'All Seats Are Taken',
  description:
    'You have access to the library. Send the form again to join the waiting list, or clear the box.',
  duration: 8000,
}

export function describeAccessFailure(error: unknown): Notice {
  const problem = describeDeviceProblem(error)
  if (problem) return problem
  return {
    title: 'Access Failed',
    description: serverMessage(error) ?? 'Please try again.',
    variant: 'destructive',
  }
}
