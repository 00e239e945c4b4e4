/**
 * The notice under every public form. Change the version whenever the text changes, because the
 * version is stored as evidence of the consent.
 */
export const consentWording = {
  version: '2026-11',
  text: 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.',
}

/** Values that forms send besides the fields, with and without JavaScript. */

/** The main registration form always asks for both consents and one event. */
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

/** Register & Watch includes the next event if the visitor chose to attend it. */
export function videoAccessSent<Person extends { receiveEventInvites: boolean }>(
  person: Person,
  next: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: person.receiveEventInvites ? next?.id : undefined, source }
}

/** Interest in one event, or in all future events. */
export function interestSent<Person extends object>(
  person: Person,
  event: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: event?.id, source }
}
