/**
 * The consent notice under every public form. Change `version` whenever `text` changes, because the version
 * is stored as evidence of what the person agreed to.
 */
export const consentWording = {
  version: '2026-11',
  text: 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.',
}

/** Values that forms send besides their visible fields, with and without JavaScript. */

/** Returns the values that the main registration form sends: always both consents and one event. */
export function registrationSent<Person extends object>(
  person: Person,
  eventId: number,
  source?: string,
) {
  return {
    ...person,
    questions: '',
    receiveUpdates: true,
    receiveEventInvites: true,
    eventIds: [eventId],
    source,
  }
}

/**
 * Returns the values that the library's registration form sends, including the next event if the visitor
 * chose to attend it.
 */
export function videoAccessSent<Person extends { receiveEventInvites: boolean }>(
  person: Person,
  next: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: person.receiveEventInvites ? next?.id : undefined, source }
}

/**
 * Returns the values that the form for news of future events sends: about one event or, with null, about
 * all.
 */
export function interestSent<Person extends object>(
  person: Person,
  event: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: event?.id, source }
}
