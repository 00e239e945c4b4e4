/**
 * All kinds of mail: the name in the database, and the label in the admin area. The database's check constraint
 * and the lists of the admin area derive from this list; `main/mail-kinds.ts` lists the implementations.
 * `date_confirmed` is for pre-registered people.
 */
export const mailNames = {
  registration_confirmed: 'Seat confirmed',
  pre_registration_noted: 'Pre-registration received',
  waitlist_joined: 'Waiting list joined',
  seat_offered: 'Seat offered',
  series_requested: 'Series registration: confirm',
  series_registered: 'Series registration: new event',
  library_access: 'Library access',
  interest_noted: 'Interest received',
  registration_open: 'Registration open',
  date_confirmed: 'Date confirmed',
  reminder_24h: 'Reminder',
  reminder_1h: 'Reminder, last hour',
  moved: 'New time',
  cancelled: 'Cancelled',
  restored: 'Cancellation undone',
  recording_ready: 'Recording ready',
  thank_you: 'Thank you',
  missed_you: 'Sorry we missed you',
  feedback_question: 'Feedback question',
  quote_published: 'Quote published',
  join_link: 'Join link',
  library_link: 'Library link',
  resubscribe_link: 'Resubscribe link',
  sign_in_code: 'Sign-in code',
  address_changed: 'Address changed (to new address)',
  address_left: 'Address changed (to old address)',
  crew_added: 'Crew: link',
  crew_reminder_24h: 'Crew: reminder',
  crew_reminder_1h: 'Crew: reminder, last hour',
  crew_moved: 'Crew: new time',
  crew_cancelled: 'Crew: cancelled',
  crew_restored: 'Crew: cancellation undone',
  recording_approval: 'Guest: approve the recording',
  recording_released: 'Guest: recording published',
  announcement: 'Announcement',
  password_reset: 'Admin: password reset',
  administrator_invited: 'Admin: invitation',
  recovery_email_confirmation: 'Admin: confirm recovery email',
  recovery_email_changed: 'Admin: recovery email changed',
  weekly_summary: 'Admin: weekly summary',
} as const

export type MailKind = keyof typeof mailNames
export const mailKinds = Object.keys(mailNames) as [MailKind, ...MailKind[]]

/** The kinds of mail after an event: to people who attended, and to those who did not. */
export const followUpKinds = ['thank_you', 'missed_you'] as const
export type FollowUp = (typeof followUpKinds)[number]

export function isFollowUp(kind: MailKind): kind is FollowUp {
  return followUpKinds.some((one) => one === kind)
}
