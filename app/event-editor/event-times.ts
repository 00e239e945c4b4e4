import { dayInZone, parseInstant } from '#kernel/event-time.ts'
import { formatOffsetTime } from '#kernel/offset-time.ts'
import { endsBeforeItStarts, settleTimes } from '#kernel/written-times.ts'

/** The date and times of an event as values of the event form. */
export type TimesDraft = {
  /** Date of the event as yyyy-MM-dd, in the display zone. */
  eventDate: string
  timeKind: 'clock' | 'text'
  /** Start and end as HH:mm in the display zone, used if `timeKind` is 'clock'. */
  start: string
  end: string
  /** Start and end as free text, used if `timeKind` is 'text'. */
  eventTime: string
  eventEndTime: string
}

type StoredTimes = {
  eventDate: string | null
  eventTime: string | null
  eventEndTime: string | null
}

/** Returns the date (yyyy-MM-dd) and the time of day (HH:mm) of an instant in a time zone. */
export function wallClock(instant: Date, timeZone: string) {
  const [date = '', time = ''] = formatOffsetTime(instant, timeZone).split('T')
  return { date, time: time.slice(0, 5) }
}

/**
 * Converts an event's stored times to values of the event form. The date of the form is that of the start, even if
 * another date or none is stored, because all pages show the start. Times that the clock fields cannot hold, such as an
 * end days after the start, become text in the display zone.
 */
export function readTimes(event: StoredTimes, timeZone: string): TimesDraft {
  const [start, end] = [parseInstant(event.eventTime), parseInstant(event.eventEndTime)]
  const clock: TimesDraft = {
    eventDate: (start && wallClock(start, timeZone).date) ?? event.eventDate ?? '',
    timeKind: 'clock',
    start: start ? wallClock(start, timeZone).time : '',
    end: end ? wallClock(end, timeZone).time : '',
    eventTime: '',
    eventEndTime: '',
  }
  const stored: TimesDraft = {
    eventDate: event.eventDate ?? '',
    timeKind: 'text',
    start: '',
    end: '',
    eventTime: event.eventTime ?? '',
    eventEndTime: event.eventEndTime ?? '',
  }
  const inZone: TimesDraft = {
    ...stored,
    eventTime: start ? localText(start, timeZone) : stored.eventTime,
    eventEndTime: end ? localText(end, timeZone) : stored.eventEndTime,
  }
  return [clock, inZone].find((draft) => isStored(draft, event, timeZone)) ?? stored
}

/** Returns an instant as text that `settleTimes` converts back, such as `2026-12-10 18:00`. */
function localText(instant: Date, timeZone: string) {
  return formatOffsetTime(instant, timeZone).slice(0, 19).replace('T', ' ').replace(/:00$/, '')
}

/** Returns whether the form would save the stored start and end. */
function isStored(draft: TimesDraft, event: StoredTimes, timeZone: string) {
  const saved = resolveTimes(draft, timeZone)
  const isSame = (one: string | null, other: string | null) =>
    (parseInstant(one)?.getTime() ?? one ?? '') === (parseInstant(other)?.getTime() ?? other ?? '')
  return isSame(event.eventTime, saved.eventTime) && isSame(event.eventEndTime, saved.eventEndTime)
}

const endsTooEarly = 'The end must be after the start'

/**
 * Converts the form's date and times to a date with two instants (ISO 8601) or free text. Also returns errors by
 * field.
 */
export function resolveTimes(draft: TimesDraft, timeZone: string) {
  const eventDate = draft.eventDate || null
  const mistakes: Partial<Record<keyof TimesDraft, string>> = {}
  if (draft.timeKind === 'text') {
    const [eventTime, eventEndTime] = [draft.eventTime.trim(), draft.eventEndTime.trim()]
    const settled = settleTimes({ eventDate, eventTime, eventEndTime }, timeZone)
    if (endsBeforeItStarts(settled)) mistakes.eventEndTime = endsTooEarly
    return { ...settled, endsNextDay: false, mistakes }
  }
  if (!eventDate && (draft.start || draft.end)) mistakes.eventDate = 'Choose the date'
  if (draft.end && !draft.start) mistakes.start = 'Enter the start time'
  const written = { eventDate, eventTime: draft.start, eventEndTime: draft.end }
  const settled = settleTimes(written, timeZone)
  const [start, end] = [parseInstant(settled.eventTime), parseInstant(settled.eventEndTime)]
  if (start && endsBeforeItStarts(settled)) mistakes.end = endsTooEarly
  return {
    eventDate,
    eventTime: start?.toISOString() ?? '',
    eventEndTime: end?.toISOString() ?? '',
    endsNextDay: Boolean(start && end && dayInZone(start, timeZone) < dayInZone(end, timeZone)),
    mistakes,
  }
}
