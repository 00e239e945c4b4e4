import { eventEnd, eventStart, type EventTimes, dayInZone } from '#kernel/event-time.ts'
import type { ChecklistKey, ChecklistStep } from '#kernel/event-shapes.ts'
import { isPublished, unscheduled } from '#kernel/publishing.ts'
import type { EventMove, EventStatus, ZoomKind } from '#kernel/values.ts'

/** Rules for when an event is live, by time and by Zoom's webhooks. */

const minute = 60_000

/**
 * Milliseconds: how early a start in Zoom counts, and how long after the planned end an event can be live.
 */
export const liveTimes = { startsCountBeforeMs: 60 * minute, lastsAfterMs: 180 * minute } as const

/**
 * Returns whether an event has a released recording. Members can watch it once the event is published and
 * over. The column `recording_ready_at` stores the time of the release.
 */
export function hasReadyRecording(event: {
  recordingReady: boolean
  videoUrl: string | null
  cancelledAt: Date | null
}): boolean {
  return event.recordingReady && Boolean(event.videoUrl) && event.cancelledAt === null
}

/** The last reported start and end of the webinar or meeting. */
export type Heard = { startedAt: Date | null; endedAt: Date | null }

/** Returns between which times a start in Zoom counts for an event; undefined without a start time. */
export function countedStarts(event: EventTimes, timeZone: string) {
  const [start, end] = [eventStart(event), eventEnd(event, timeZone)]
  if (!start || !end) return undefined
  return {
    from: new Date(start.getTime() - liveTimes.startsCountBeforeMs),
    until: new Date(end.getTime() + liveTimes.lastsAfterMs),
  }
}

/**
 * Returns the time range in which an event is live, as far as known. By time, from start to end; after a
 * start in Zoom, from then until the end in Zoom, even past the planned end. `event.status` is the stored
 * one, because completing an event by hand ends it.
 */
export function liveSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  return event.cancelledAt || event.status !== 'upcoming'
    ? undefined
    : heldSpan(event, heard, timeZone)
}

/** Returns the same range for an event that may be completed already. */
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

export function isLive(event: EventTimes, heard: Heard | null, now: Date, timeZone: string) {
  const span = liveSpan(event, heard, timeZone)
  return span !== undefined && span.from <= now && now < span.until
}

/** Returns the usual next step of an event. Completing it is the next step only after it has begun. */
export function nextMove(event: EventTimes, now: Date, timeZone: string) {
  if (event.cancelledAt) return 'restore'
  if (!isPublished(event, now)) return 'publish'
  if (event.status === 'pre_registration') return 'upcoming'
  return event.status === 'upcoming' && hasBegun(event, now, timeZone) ? 'completed' : undefined
}

/** Returns the columns that a status change writes; undefined for deleting. */
export function changesOf(move: EventMove) {
  if (move === 'publish' || move === 'unpublish') {
    return { publishAt: move === 'publish' ? null : unscheduled }
  }
  if (move === 'cancel' || move === 'restore') return { cancelled: move === 'cancel' }
  return move === 'delete' ? {} : { status: move }
}

function hasBegun(event: EventTimes, now: Date, timeZone: string) {
  const start = eventStart(event)
  if (start) return start <= now
  return event.eventDate !== null && event.eventDate <= dayInZone(now, timeZone)
}

/**
 * A webinar or meeting is stored as one value: a webinar's number, or `meeting:` and a meeting's number.
 * Only the Zoom client and the editor's fields split it.
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

/** Returns the fields for the editor; without webinar or meeting, the default kind. */
export function presentZoomRoom(name: string | null) {
  const room = name === null ? undefined : readZoomRoom(name)
  return { webinarId: room?.id ?? null, webinarKind: room?.kind ?? ('webinar' as const) }
}

/** Returns the new value after these fields have changed; undefined if none has. */
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

/** Returns whether an event needs Zoom: it is upcoming and has a webinar or meeting. */
export function needsZoom(event: { status: EventStatus; webinarId: string | null }): boolean {
  return event.status === 'upcoming' && event.webinarId !== null
}

/** Removes the spaces of an id copied from Zoom: `812 3456 7890`. */
export function tidyWebinarId(webinarId: string): string {
  return webinarId.replaceAll(/[\s-]/g, '')
}

/** Optional steps, which are never late and never the next step. */
export const optionalSteps: ReadonlySet<ChecklistKey> = new Set<ChecklistKey>([
  'invite_subscribers',
  'read_questions',
  'add_transcript',
  'write_to_missed',
])

/** Automatic steps, which need the organiser only after a failure. */
export const automaticSteps: ReadonlySet<ChecklistKey> = new Set<ChecklistKey>([
  'reminders',
  'attendance',
])

const never = Number.MAX_SAFE_INTEGER

/** Returns the next step: the first late or failed one, else the first due one, else the nearest in time. */
export function nextStep(steps: ChecklistStep[]): ChecklistStep | null {
  const work = steps.filter(({ key, state }) => state === 'failed' || isWork(key))
  const dueTime = ({ dueAt }: ChecklistStep) => (dueAt === null ? never : Date.parse(dueAt))
  const ahead = work.filter(({ state }) => state === 'ahead')
  const soonest = Math.min(...ahead.map(dueTime))
  return (
    work.find(({ state }) => state === 'late' || state === 'failed') ??
    work.find(({ state }) => state === 'due') ??
    ahead.find((step) => dueTime(step) === soonest) ??
    null
  )
}

function isWork(key: ChecklistKey) {
  return !optionalSteps.has(key) && !automaticSteps.has(key)
}

const dayMs = 24 * 60 * minute
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the days from one date to another, both as yyyy-MM-dd. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / dayMs)
}

export function addDays(day: string, days: number): string {
  return new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * Returns the day so many months later with the same position of its weekday in the month; the fifth becomes
 * the last.
 */
export function sameWeekday(day: string, months: number): string {
  const from = new Date(utc(day))
  const which = Math.ceil(from.getUTCDate() / 7)
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const firstDay = first.toISOString().slice(0, 10)
  const ahead = (from.getUTCDay() - first.getUTCDay() + 7) % 7
  const wanted = addDays(firstDay, ahead + (which - 1) * 7)
  return wanted.slice(0, 7) === firstDay.slice(0, 7) ? wanted : addDays(wanted, -7)
}
