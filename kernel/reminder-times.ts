const hour = 60 * 60 * 1000

/**
 * When each reminder mail may be sent, in milliseconds before the event's start: not before `from`, not after
 * `until`.
 */
export const reminders = [
  // Sent until three hours before the start; after that, the reminder an hour before is more useful.
  { kind: 'reminder_24h', from: 24 * hour, until: 3 * hour },
  { kind: 'reminder_1h', from: hour, until: 0 },
] as const
