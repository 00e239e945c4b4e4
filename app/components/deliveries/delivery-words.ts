import type { DeliveryState, MessageKind } from '#shared/messages.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

/** What the desk calls each kind of mail. */
export const kindWords: Record<MessageKind, string> = {
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
}

export const stateWords: Record<DeliveryState, { name: string; tone: BadgeTone }> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  sending: { name: 'Sending', tone: 'neutral' },
  sent: { name: 'Sent', tone: 'success' },
  kept: { name: 'Kept', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  skipped: { name: 'Left out', tone: 'neutral' },
  unknown: { name: 'In doubt', tone: 'danger' },
}
