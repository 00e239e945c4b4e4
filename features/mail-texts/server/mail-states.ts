import type { EventRow } from '#features/events/server/event-rows.ts'
import type { EventMail, MailKinds } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { eventEnd, eventStart } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { usualReminders } from '#kernel/reminder-times.ts'
import { crewRoles, registrationTypes } from '#kernel/values.ts'

type About = Pick<NotificationRow, 'registration' | 'crew'>
/** Who gets a sample mail, and about which event: one of the cases in which the text of the mail differs. */
export type StateOfMail = Partial<About> & { event?: EventRow; formerStart?: Date }

const hour = 60 * 60_000
const inventedStart = new Date('2027-03-11T17:00:00Z')
const createdAt = new Date(inventedStart.getTime() - 300 * hour)

/** Invented event for previews on a site without events. */
const inventedEvent = {
  id: 1,
  slug: 'the-title-of-the-event',
  title: 'The title of the event',
  speakerName: 'The guest',
  speakerTitle: 'Head of their company',
  description: 'What it is about.',
  eventDate: '2027-03-11',
  eventTime: inventedStart.toISOString(),
  eventEndTime: new Date(inventedStart.getTime() + hour).toISOString(),
  status: 'upcoming',
  dateConfirmed: true,
  calendarUid: 'gallery',
  calendarSequence: 0,
  reminderMinutes: [...usualReminders],
  remindersSince: {} as EventRow['remindersSince'],
  updatedAt: createdAt,
  cancelledAt: null,
  openedAt: null,
  roomUrl: 'https://meet.example/room',
  sendsFollowUps: true,
} as EventRow

/**
 * Returns an event as if it were upcoming, with its start, for sample mails. Invents whatever the real event lacks,
 * such as its date; without a real event, invents everything.
 */
function futureEventOf(real: EventRow | undefined, timeZone: string) {
  const { id, slug, title, speakerName, speakerTitle, description, calendarUid } =
    real ?? inventedEvent
  const words = { id, slug, title, speakerName, speakerTitle, description, calendarUid }
  const roomUrl = real?.roomUrl ?? inventedEvent.roomUrl
  const event = { ...inventedEvent, ...words, roomUrl }
  const start = real && eventStart(real)
  if (!start) return { event, start: inventedStart }
  const end = eventEnd(real, timeZone) ?? new Date(start.getTime() + hour)
  const { eventDate, eventTime } = real
  return { event: { ...event, eventDate, eventTime, eventEndTime: end.toISOString() }, start }
}

/**
 * Kinds of events for which mails have a different text, each with the fields in which it differs from a usual event.
 */
const variants: [name: string, fields: Partial<EventRow>][] = [
  ['', {}],
  ['no room yet', { roomUrl: null }],
  ['a day without an hour', { eventTime: null, eventEndTime: null, dateConfirmed: false }],
  [
    'without a date',
    { eventDate: null, eventTime: null, eventEndTime: null, dateConfirmed: false },
  ],
]

const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }

/**
 * Changes to an event. For each kind of mail, one of them makes the mail due, so that it can be previewed: for example,
 * a higher calendar sequence causes the mail about the new time.
 */
const changesOf = (at: (ms: number) => Date): Partial<EventRow>[] => [
  {},
  { calendarSequence: 2 },
  { openedAt: at(-300 * hour) },
  { status: 'pre_registration' },
  { cancelledAt: at(-201 * hour), calendarSequence: 1 },
  { status: 'completed', ...recording },
  { status: 'completed', ...recording, needsApproval: true, approvedAt: null },
]

/**
 * Times at which mails are previewed, in milliseconds from the event's start: long before it, in the range of each
 * reminder, and afterwards.
 */
const moments = [-200 * hour, -23 * hour, -0.5 * hour, 24 * hour]

function readersOf({ to }: EventMail): [name: string, about: About][] {
  if (to === 'interested') return [['', { registration: null, crew: null }]]
  if (to === 'crew') {
    return crewRoles.map((role) => [
      role,
      { registration: null, crew: { id: 1, name: 'Robin', role, createdAt } },
    ])
  }
  return registrationTypes
    .toReversed()
    .map((registrationType) => [
      registrationType === 'pre_registration' ? 'pre-registered' : '',
      { registration: { id: 1, registrationType, createdAt }, crew: null },
    ])
}

/**
 * Calls `write` for each case in which the text of a mail may differ: registrants, pre-registered people, each role in
 * the crew, and events without a meeting link or date. Returns one result per different text.
 */
export function writeInEveryState<Written extends { text: string }>(
  kind: MailKind,
  { kinds, timeZone, event: real }: { kinds: MailKinds; timeZone: string; event?: EventRow },
  write: (state: string, about: StateOfMail) => Written,
): Written[] {
  const mail = kinds[kind]
  if (mail.to === 'person') return [write('', {})]
  const { event, start } = futureEventOf(real, timeZone)
  const at = (ms: number) => new Date(start.getTime() + ms)

  /**
   * Returns the event with the first of these changes by which this kind of mail becomes due; undefined if none does.
   */
  function findPossible(look: Partial<EventRow>, about: About) {
    for (const life of changesOf(at)) {
      const row = { ...event, ...look, ...life }
      for (const moment of moments) {
        const time = { now: at(moment), timeZone }
        const isAnswer = mail.whyNot !== undefined
        const whyNot = mail.whyNot?.({ event: row, ...about } as NotificationRow, time)
        if (isAnswer ? whyNot === undefined : (mail as EventMail).due?.when(row, time)) return row
      }
    }
    return undefined
  }

  const written = new Map<string, Written>()
  for (const [reader, about] of readersOf(mail)) {
    for (const [look, fields] of variants) {
      const row = findPossible(fields, about)
      if (!row) continue
      const made = write([reader, look].filter(Boolean).join(', '), {
        ...about,
        event: row,
        ...(mail.saysFormerTime && row.eventTime && { formerStart: at(-7 * 24 * hour) }),
      })
      if (!written.has(made.text)) written.set(made.text, made)
    }
  }
  return [...written.values()]
}
