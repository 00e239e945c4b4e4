import type { MailKind } from './mail-kinds.ts'

const minute = 60_000
const hour = 60 * minute

/** Minutes before the start at which events have reminders unless the series or the event chooses others. */
export const usualReminders: readonly number[] = [24 * 60, 60]

/**
 * Limits for the reminders of an event: the maximum number, and in minutes before the start the shortest and longest
 * time and the least difference between two times.
 */
export const reminderLimits = { most: 4, shortest: 10, longest: 30 * 24 * 60, apart: 10 } as const

/** The columns of an event that say when its reminders are sent. */
export type ReminderTimes = {
  /** Times of the event's reminders in minutes before the start, the earliest reminder first. */
  reminderMinutes: number[]
  /**
   * When each reminder was added to the event (ISO 8601), by its minutes. Reminders that the event had from the
   * beginning have no entry.
   */
  remindersSince: Record<string, string>
}

export type Reminder = {
  minutes: number
  kind: Extract<MailKind, 'reminder_24h' | 'reminder_1h'>
  /** The reminder is sent from `from` until `until`, in milliseconds before the start. */
  from: number
  until: number
}

/** If the next reminder follows within this many milliseconds, a late reminder is not sent. */
const yieldMs = 2 * hour

/**
 * Returns the reminders of an event, the earliest first. A late reminder is left out when the next one follows within
 * two hours, or within half the time between the two. Reminders an hour or less before the start say that it starts
 * soon.
 */
export function listReminders({ reminderMinutes }: Pick<ReminderTimes, 'reminderMinutes'>) {
  return reminderMinutes.map((minutes, at): Reminder => {
    const [from, next] = [minutes * minute, (reminderMinutes[at + 1] ?? 0) * minute]
    const isLast = at === reminderMinutes.length - 1
    return {
      minutes,
      kind: minutes > 60 ? 'reminder_24h' : 'reminder_1h',
      from,
      until: isLast ? 0 : next + Math.min(yieldMs, (from - next) / 2),
    }
  })
}

/** Returns a time before the start in words: `a day`, `an hour`, `3 days`, `90 minutes`. */
export function describeLead(minutes: number): string {
  if (minutes % (24 * 60) === 0) return minutes === 24 * 60 ? 'a day' : `${minutes / 24 / 60} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
  return `${minutes} minutes`
}

/** Returns the times of several reminders in words: `3 days, a day and an hour`. */
export function describeLeads(reminders: { minutes: number }[]): string {
  const leads = reminders.map(({ minutes }) => describeLead(minutes))
  return [leads.slice(0, -1).join(', '), ...leads.slice(-1)].filter(Boolean).join(' and ')
}

/** The kinds of reminder to registrants; the kinds to the crew begin with `crew_`. */
export const reminderKinds = ['reminder_24h', 'reminder_1h'] as const

/**
 * Minutes before the start of the default reminders, by kind. The dedupe key of a default reminder is the event's
 * start; other reminders append their minutes to it.
 */
const unnamed = { reminder_24h: 24 * 60, reminder_1h: 60 } as const

/** Returns the dedupe key of a reminder in the outbox. */
export function nameReminder(start: Date, { kind, minutes }: Pick<Reminder, 'kind' | 'minutes'>) {
  const isUsual = unnamed[kind] === minutes
  return isUsual ? start.toISOString() : `${start.toISOString()} ${minutes}`
}

/**
 * Parses the dedupe key of a reminder: returns the event's start (ISO 8601), and how many minutes before the start the
 * reminder is due.
 */
export function readReminder(kind: Reminder['kind'], dedupeKey: string) {
  const [start, minutes] = dedupeKey.split(' ')
  return { start, minutes: /^\d+$/.test(minutes ?? '') ? Number(minutes) : unnamed[kind] }
}

/**
 * Returns an event's reminder columns after an administrator changed the reminder times to `minutes`. An added reminder
 * whose time is past at `now` is not sent.
 */
export function changeReminders(
  before: ReminderTimes,
  minutes: number[],
  now: Date,
): ReminderTimes {
  const reminderMinutes = minutes.toSorted((one, other) => other - one)
  const since = reminderMinutes.flatMap((one): [string, string][] => {
    const known = before.reminderMinutes.includes(one)
    const at = known ? before.remindersSince[one] : now.toISOString()
    return at === undefined ? [] : [[String(one), at]]
  })
  return { reminderMinutes, remindersSince: Object.fromEntries(since) }
}
