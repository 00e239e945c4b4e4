/** Everything that is sent by mail. A pre-registered person's promise is `date_confirmed`. */
export const mailKinds = [
  'registration_confirmed',
  'pre_registration_noted',
  'library_access',
  'interest_noted',
  'date_confirmed',
  'reminder_24h',
  'reminder_1h',
  'moved',
  'cancelled',
  'recording_ready',
  'join_link',
  'library_link',
  'resubscribe_link',
  'sign_in_code',
  'address_changed',
  'address_left',
  'crew_added',
  'crew_reminder_24h',
  'crew_reminder_1h',
  'crew_moved',
  'crew_cancelled',
] as const
export type MailKind = (typeof mailKinds)[number]

/** What the admin area calls each kind of mail. */
export const mailNames: Record<MailKind, string> = {
  registration_confirmed: 'Seat confirmed',
  pre_registration_noted: 'Pre-registration noted',
  library_access: 'Library access',
  interest_noted: 'Interest noted',
  date_confirmed: 'Date confirmed',
  reminder_24h: 'Reminder, a day before',
  reminder_1h: 'Reminder, an hour before',
  moved: 'New time',
  cancelled: 'Cancelled',
  recording_ready: 'Recording ready',
  join_link: 'Join link',
  library_link: 'Library link',
  resubscribe_link: 'Link to subscribe again',
  sign_in_code: 'Code to sign in',
  address_changed: 'Address corrected',
  address_left: 'Address left',
  crew_added: 'Crew: link',
  crew_reminder_24h: 'Crew: reminder, a day before',
  crew_reminder_1h: 'Crew: reminder, an hour before',
  crew_moved: 'Crew: new time',
  crew_cancelled: 'Crew: cancelled',
}

/**
 * What registrants are told of an event that its crew is told as well, in words of its own and by an
 * outbox entry of its own: somebody may be both.
 */
export const crewKinds = {
  reminder_24h: 'crew_reminder_24h',
  reminder_1h: 'crew_reminder_1h',
  moved: 'crew_moved',
  cancelled: 'crew_cancelled',
} as const satisfies Partial<Record<MailKind, MailKind>>

/** Whether a mail is to somebody as one of an event's crew. */
export function isToCrew(kind: MailKind): boolean {
  return kind.startsWith('crew_')
}

/**
 * `waiting`: in the queue, or between two tries. `kept`: written down, since no mail server is set. `unknown`: the process ended while a mail was handed
 * over that must not come twice. `skipped`: not sent on purpose, the reason beside it.
 */
export const outboxEntryStates = [
  'waiting',
  'sending',
  'sent',
  'kept',
  'failed',
  'skipped',
  'unknown',
] as const
export type OutboxEntryState = (typeof outboxEntryStates)[number]

export const topics = ['news', 'reminders'] as const
export type Topic = (typeof topics)[number]

const reminderKinds: MailKind[] = [
  'reminder_24h',
  'reminder_1h',
  'crew_reminder_24h',
  'crew_reminder_1h',
]

/** What a person can unsubscribe from. Everything else answers what they did themselves. */
export function topicOf(kind: MailKind): Topic | undefined {
  if (reminderKinds.includes(kind)) return 'reminders'
  return kind === 'recording_ready' ? 'news' : undefined
}

/** Which kinds must rather be missed than come twice. Of the others a repetition does no harm. */
export function isAtMostOnce(kind: MailKind): boolean {
  return topicOf(kind) !== undefined
}
