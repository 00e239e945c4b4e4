/** Everything that is sent by mail. A pre-registered person's promise is `date_confirmed`. */
export const messageKinds = [
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
] as const
export type MessageKind = (typeof messageKinds)[number]

/**
 * `waiting`: in the queue, or between two tries. `kept`: written down, since no mail server is set. `unknown`: the process ended while a mail was handed
 * over that must not come twice. `skipped`: not sent on purpose, the reason beside it.
 */
export const deliveryStates = [
  'waiting',
  'sending',
  'sent',
  'kept',
  'failed',
  'skipped',
  'unknown',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const topics = ['news', 'reminders'] as const
export type Topic = (typeof topics)[number]

/** What a person can unsubscribe from. Everything else answers what they did themselves. */
export function topicOf(kind: MessageKind): Topic | undefined {
  if (kind === 'reminder_24h' || kind === 'reminder_1h') return 'reminders'
  return kind === 'recording_ready' ? 'news' : undefined
}

/** Which kinds must rather be missed than come twice. Of the others a repetition does no harm. */
export function isAtMostOnce(kind: MessageKind): boolean {
  return topicOf(kind) !== undefined
}
