const hour = 60 * 60 * 1000

/** Window of each reminder in milliseconds before the start: not before `from`, not after `until`. */
export const reminders = [
  // Sent until three hours before the start; afterwards the reminder of the last hour is more useful.
  { kind: 'reminder_24h', from: 24 * hour, until: 3 * hour },
  { kind: 'reminder_1h', from: hour, until: 0 },
] as const
