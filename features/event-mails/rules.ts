import { reminders } from '#kernel/reminder-times.ts'

/** Milliseconds. A reminder this soon after a mail with the same time is skipped. */
export const justSaidMs = 15 * 60_000

/** Returns the reminders to send now and later, given the milliseconds before the start. */
export function remindersAt(left: number) {
  return {
    due: reminders.filter(({ from, until }) => left <= from && left > until),
    later: reminders.filter(({ from }) => left > from),
  }
}
