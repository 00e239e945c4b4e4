import {
  eventEnd,
  eventStart,
  type EventTimes,
  dayInZone,
  instantInZone,
  parseInstant,
} from '#kernel/event-time.ts'
import type { EventStatus, ZoomKind } from '#kernel/values.ts'

/** Whether an event is under way, by the clock and by what its webinar's provider says. */

const minute = 60_000

/** A start counts from so long before the planned one; nothing is live for so long past the planned end. */
export const liveTimes = { startsCountBeforeMs: 60 * minute, lastsAfterMs: 180 * minute } as const

/** What was heard last of the webinar or meeting. */
export type Heard = { startedAt: Date | null; endedAt: Date | null }

/** Between which moments a start may count for an event; nothing without a clock time. */
export function countedStarts(event: EventTimes, timeZone: string) {
  const [start, end] = [eventStart(event), eventEnd(event, timeZone)]
  if (!start || !end) return undefined
  return {
    from: new Date(start.getTime() - liveTimes.startsCountBeforeMs),
    until: new Date(end.getTime() + liveTimes.lastsAfterMs),
  }
}

/**
 * From when until when an event is live, as far as is known now. By the clock from its start to its end;
 * where a start was heard, from that on, and past the planned end until the end is heard. `event.status`
 * is the stored one: who closes an event by hand ends it. Specification, "Live now".
 */
export function liveSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  return event.cancelledAt || event.status !== 'upcoming'
    ? undefined
    : heldSpan(event, heard, timeZone)
}

/** The same of an event that may be over and closed. */
export function heldSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  const counted = countedStarts(event, timeZone)
  if (!counted) return undefined
  const start = eventStart(event)!.getTime()
  const end = eventEnd(event, timeZone)!.getTime()
  const latest = counted.until.getTime()
  const started = heard?.startedAt?.getTime()
  if (started === undefined || started < counted.from.getTime() || started >= latest) {
    return { from: new Date(start), until: new Date(end) }
  }
  const ended = heard?.endedAt?.getTime() ?? 0
  const until = ended >= started ? Math.min(Math.max(ended, end), latest) : latest
  return { from: new Date(Math.min(start, started)), until: new Date(until) }
}

/** Whether it is live at this moment. */
export function isLive(event: EventTimes, heard: Heard | null, now: Date, timeZone: string) {
  const span = liveSpan(event, heard, timeZone)
  return span !== undefined && span.from <= now && now < span.until
}

/**
 * The step that usually comes next for an event as it is stored: the one obvious button. Completing it is
 * that only once it has begun. Specification, "Admin area".
 */
export function nextMove(event: EventTimes, now: Date, timeZone: string) {
  if (event.cancelledAt) return 'restore'
  if (event.status === 'pre_registration') return 'upcoming'
  return event.status === 'upcoming' && hasBegun(event, now, timeZone) ? 'completed' : undefined
}

function hasBegun(event: EventTimes, now: Date, timeZone: string) {
  const start = eventStart(event)
  if (start) return start <= now
  return event.eventDate !== null && event.eventDate <= dayInZone(now, timeZone)
}

/**
 * Times that are written without an offset: they are the display zone's. Specification, "Events".
 */

type WrittenTimes = {
  eventDate: string | null
  eventTime: string | null
  eventEndTime: string | null
}

const dayMs = 24 * 60 * 60 * 1000
/** An end before the start means the next day, if the interview is then no longer than this. */
const longestNightMs = 8 * 60 * 60 * 1000

const local = /^(?:(\d{4}-\d{2}-\d{2})[T ])?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/i

/** Whether an end that would be at `sameDay` is meant on the day after. */
export function endsOnTheNextDay(start: Date, sameDay: Date): boolean {
  return sameDay <= start && +sameDay + dayMs - +start <= longestNightMs
}

/** The same time of the zone's clock, a day later. */
export function onTheNextDay(calendarDate: string, time: string, timeZone: string): Date {
  const following = new Date(Date.parse(`${calendarDate}T00:00:00Z`) + dayMs)
  return instantInZone(following.toISOString().slice(0, 10), time, timeZone)
}

function isCalendarDate(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A time without an offset, taken on `day` where it names none; undefined for any other text. */
function readLocal(text: string | null, day: string | null | undefined) {
  const [, written, hours = '', minutes = '', seconds = '0'] = local.exec(text?.trim() ?? '') ?? []
  const date = written ?? day
  if (!minutes || !date || !isCalendarDate(date)) return undefined
  return { date, time: `${hours.padStart(2, '0')}:${minutes}`, ms: Number(seconds) * 1000 }
}

/**
 * The same times with every one that was written without an offset, or bare beside a date, as an instant.
 * Instants and free text stay as they are, and so does an end that cannot follow its start.
 */
export function settleTimes<Times extends WrittenTimes>(times: Times, timeZone: string): Times {
  const { eventDate, eventTime, eventEndTime } = times
  const instantOf = ({ date, time, ms }: NonNullable<ReturnType<typeof readLocal>>) =>
    new Date(instantInZone(date, time, timeZone).getTime() + ms)
  const localStart = readLocal(eventTime, eventDate)
  const start = localStart ? instantOf(localStart) : parseInstant(eventTime)
  const settled = localStart ? { ...times, eventTime: start!.toISOString() } : times
  const localEnd = start && readLocal(eventEndTime, dayInZone(start, timeZone))
  if (!localEnd) return settled
  const sameDay = instantOf(localEnd)
  const end = endsOnTheNextDay(start, sameDay)
    ? onTheNextDay(localEnd.date, localEnd.time, timeZone)
    : sameDay
  return end > start ? { ...settled, eventEndTime: end.toISOString() } : settled
}

/**
 * A webinar or meeting is one value wherever it is stored, compared and asked for: a webinar's number, or
 * `meeting:` and a meeting's. Only the client and the editor's fields take it apart.
 */
type ZoomRoom = { kind: ZoomKind; id: string }

const meeting = 'meeting:'

export function nameZoomRoom({ kind, id }: ZoomRoom): string {
  return kind === 'meeting' ? meeting + id : id
}

export function readZoomRoom(name: string): ZoomRoom {
  return name.startsWith(meeting)
    ? { kind: 'meeting', id: name.slice(meeting.length) }
    : { kind: 'webinar', id: name }
}

/** The fields of the editor; an event in neither has the kind that one is at first. */
export function presentZoomRoom(name: string | null) {
  const room = name === null ? undefined : readZoomRoom(name)
  return { webinarId: room?.id ?? null, webinarKind: room?.kind ?? ('webinar' as const) }
}

/** What an event is mapped to once these fields have changed; undefined where none did. */
export function zoomRoomAfter(
  before: string | null,
  {
    webinarId,
    webinarKind,
  }: { webinarId?: string | null | undefined; webinarKind?: ZoomKind | null | undefined },
): string | null | undefined {
  if (webinarId === undefined && !webinarKind) return undefined
  const old = presentZoomRoom(before)
  const id = webinarId === undefined ? old.webinarId : webinarId
  return id === null ? null : nameZoomRoom({ kind: webinarKind ?? old.webinarKind, id })
}

/** Whether an event leads into a webinar that seats are to be taken in: nothing comes of it without Zoom. */
export function needsZoom(event: { status: EventStatus; webinarId: string | null }): boolean {
  return event.status === 'upcoming' && event.webinarId !== null
}

/** People paste the id as Zoom shows it, in groups: `812 3456 7890`. */
export function tidyWebinarId(webinarId: string): string {
  return webinarId.replaceAll(/[\s-]/g, '')
}
