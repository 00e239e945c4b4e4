const hour = 60 * 60 * 1000

/** How long before the start each reminder may go out: from when on, and until when it still makes sense. */
export const reminders = [
  // Later than three hours before, the reminder of the last hour says it better.
  { kind: 'reminder_24h', from: 24 * hour, until: 3 * hour },
  { kind: 'reminder_1h', from: hour, until: 0 },
] as const

/** A reminder this soon after a mail that says the same is not sent. */
export const justSaidMs = 15 * 60_000

/** The reminders to send now and those to come, with so many milliseconds left before the start. */
export function remindersAt(left: number) {
  return {
    due: reminders.filter(({ from, until }) => left <= from && left > until),
    later: reminders.filter(({ from }) => left > from),
  }
}
