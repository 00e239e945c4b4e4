import type { EventRow } from '#features/events/server/event-rows.ts'
import type { EventMail, MailKinds } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { eventEnd, eventStart } from '#kernel/event-time.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { crewRoles, registrationTypes } from '#kernel/values.ts'

type About = Pick<NotificationRow, 'registration' | 'crew'>
/** What a mail is about in one of its states. */
export type StateOfMail = Partial<About> & { event?: EventRow; formerStart?: Date }

const hour = 60 * 60_000
const inventedStart = new Date('2027-03-11T17:00:00Z')
const createdAt = new Date(inventedStart.getTime() - 300 * hour)

/** An event that nobody has to have. */
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
  updatedAt: createdAt,
  cancelledAt: null,
  openedAt: null,
  roomUrl: 'https://meet.example/room',
} as EventRow

/** A real event as it is while it is ahead; hours, a day and a room that it lacks are invented. */
function stageOf(real: EventRow | undefined, timeZone: string) {
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

/** What an event may be like when a mail about it goes out. */
const looks: [name: string, fields: Partial<EventRow>][] = [
  ['', {}],
  ['no room yet', { roomUrl: null }],
  ['a day without an hour', { eventTime: null, eventEndTime: null, dateConfirmed: false }],
  [
    'without a date',
    { eventDate: null, eventTime: null, eventEndTime: null, dateConfirmed: false },
  ],
]

/** What may have become of it: any of these makes some kind due. */
const livesOf = (at: (ms: number) => Date): Partial<EventRow>[] => [
  {},
  { calendarSequence: 2 },
  { openedAt: at(-300 * hour) },
  { status: 'pre_registration' },
  { cancelledAt: at(-201 * hour), calendarSequence: 1 },
  { status: 'completed', videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true },
]

/** When mails about an event can be due: long before, in each window of a reminder, and afterwards. */
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
 * A mail in every state in which it can go out and reads differently, as `write` makes it: pre-registered, no
 * room yet, to each of the crew, without a date. About a real event, if one is given.
 */
export function writeInEveryState<Written extends { text: string }>(
  kind: MailKind,
  { kinds, timeZone, event: real }: { kinds: MailKinds; timeZone: string; event?: EventRow },
  write: (state: string, about: StateOfMail) => Written,
): Written[] {
  const mail = kinds[kind]
  if (mail.to === 'person') return [write('', {})]
  const { event, start } = stageOf(real, timeZone)
  const at = (ms: number) => new Date(start.getTime() + ms)

  /** The event in the first life in which this mail can go out; none where it never can. */
  function findPossible(look: Partial<EventRow>, about: About) {
    for (const life of livesOf(at)) {
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
    for (const [look, fields] of looks) {
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
