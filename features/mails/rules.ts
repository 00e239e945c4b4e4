import type { MailKind, Topic } from '#kernel/values.ts'

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

const hour = 60 * 60 * 1000

/** How long before the start each reminder may go out: from when on, and until when it still makes sense. */
export const reminders = [
  // Later than three hours before, the reminder of the last hour says it better.
  { kind: 'reminder_24h', from: 24 * hour, until: 3 * hour },
  { kind: 'reminder_1h', from: hour, until: 0 },
] as const

/** The reminders to send now and those to come, with so many milliseconds left before the start. */
export function remindersAt(left: number) {
  return {
    due: reminders.filter(({ from, until }) => left <= from && left > until),
    later: reminders.filter(({ from }) => left > from),
  }
}
