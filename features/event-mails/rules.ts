import { listReminders, type ReminderTimes } from '#kernel/reminder-times.ts'

/** A reminder is skipped within this number of milliseconds after another mail that named the event's time. */
export const justSaidMs = 15 * 60_000

/**
 * Returns the reminders of an event that are due now, and those due later; `left` is milliseconds until its
 * start.
 */
export function remindersAt(times: Pick<ReminderTimes, 'reminderMinutes'>, left: number) {
  const reminders = listReminders(times)
  return {
    due: reminders.filter(({ from, until }) => left <= from && left > until),
    later: reminders.filter(({ from }) => left > from),
  }
}
