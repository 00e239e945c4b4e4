import type { TouchField } from '#kernel/first-touch.ts'
import type { ConsentKind } from '#kernel/site.ts'

/**
 * The consent notice under every public form. Change `version` whenever `text` changes, because the version
 * is stored as evidence of what the person agreed to.
 */
export const consentWording = {
  version: '2026-11',
  text: 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.',
}

/** Label of the checkbox for updates, for series that ask for consent by a checkbox instead of a notice. */
export const consentBox = {
  version: '2026-11-box',
  text: 'Send me updates and invitations by e-mail. I can unsubscribe at any time.',
}

/**
 * Tells the server that the form asked for consent by a checkbox, and whether it was ticked; undefined for a form with
 * the notice.
 */
type ConsentSent = { consentShown: 'box'; receiveUpdates: boolean } | undefined

export function consentSent(kind: ConsentKind | undefined, isTicked: boolean): ConsentSent {
  return kind === 'box' ? { consentShown: 'box', receiveUpdates: isTicked } : undefined
}

/** The buttons of the page on which a pre-registered person confirms the registration. */
export type ConfirmAnswer = 'confirm' | 'join_list'

/** Where the visitor came from, as forms send it. */
export type Origin = Partial<Record<TouchField | 'source' | 'landingPath', string | undefined>>

/** Values that forms send besides their visible fields, with and without JavaScript. */
export type FormContext = {
  consent?: ConsentSent
  origin?: Origin
  /** Whether the form offered the waiting list of a full event. */
  waitlist?: boolean
}

/**
 * Returns the values that the main registration form sends: the event, and one consent for both updates and
 * invitations.
 */
export function registrationSent<Person extends object>(
  person: Person,
  eventId: number,
  { consent, origin, waitlist = false }: FormContext,
) {
  const isAgreed = consent?.receiveUpdates ?? true
  return {
    ...person,
    ...consent,
    questions: '',
    receiveUpdates: isAgreed,
    receiveEventInvites: isAgreed,
    eventIds: [eventId],
    ...origin,
    waitlist,
  }
}

/**
 * Returns the values that the library's registration form sends, including the next event if the visitor
 * chose to attend it.
 */
export function videoAccessSent<Person extends { receiveEventInvites: boolean }>(
  person: Person,
  next: { id: number } | null,
  { consent, origin, waitlist = false }: FormContext,
) {
  return {
    ...person,
    ...consent,
    eventId: person.receiveEventInvites ? next?.id : undefined,
    ...origin,
    waitlist,
  }
}

/**
 * Returns the values that the form for news of future events sends: about one event or, with null, about
 * all.
 */
export function interestSent<Person extends object>(
  person: Person,
  event: { id: number } | null,
  { consent, origin }: FormContext,
) {
  return { ...person, ...consent, eventId: event?.id, ...origin }
}
