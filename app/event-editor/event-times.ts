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

/** Converts an event's stored times to values of the event form; times that are not instants become free text. */
export function readTimes(event: StoredTimes, timeZone: string): TimesDraft {
  const [start, end] = [parseInstant(event.eventTime), parseInstant(event.eventEndTime)]
  const clock = {
    eventDate: (start && wallClock(start, timeZone).date) ?? event.eventDate ?? '',
    timeKind: 'clock' as const,
    start: start ? wallClock(start, timeZone).time : '',
    end: end ? wallClock(end, timeZone).time : '',
    eventTime: '',
    eventEndTime: '',
  }
  const again = resolveTimes(clock, timeZone)
  const isSame = (stored: string | null, written: string | null) =>
    (parseInstant(stored)?.getTime() ?? stored ?? '') ===
    (parseInstant(written)?.getTime() ?? written ?? '')
  const isKept =
    isSame(event.eventTime, again.eventTime) &&
    isSame(event.eventEndTime, again.eventEndTime) &&
    (event.eventDate ?? '') === (again.eventDate ?? '')
  if (isKept) return clock
  return {
    ...clock,
    eventDate: event.eventDate ?? '',
    timeKind: 'text',
    start: '',
    end: '',
    eventTime: event.eventTime ?? '',
    eventEndTime: event.eventEndTime ?? '',
  }
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
