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
