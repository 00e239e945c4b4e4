/** The one line under every public form. Change the version with the words: it is stored as evidence. */
export const consentWording = {
  version: '2026-11',
  text: 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.',
}

/** What forms send beside what was typed, with scripts and without. Specification, "Forms". */

/** The main registration form: both wishes are forced true, and it is about one event. */
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

/** Register & Watch: the next event goes along where somebody wants to attend it. */
export function videoAccessSent<Person extends { receiveEventInvites: boolean }>(
  person: Person,
  next: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: person.receiveEventInvites ? next?.id : undefined, source }
}

/** The wish to hear of an event, or of all that is to come. */
export function interestSent<Person extends object>(
  person: Person,
  event: { id: number } | null,
  source?: string,
) {
  return { ...person, eventId: event?.id, source }
}
