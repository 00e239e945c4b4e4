import {
  dayInZone,
  effectiveStatus,
  eventEnd,
  eventStart,
  type EventTimes,
  type TimeContext,
} from '#kernel/event-time.ts'
import type { ChecklistKey, ChecklistStep } from '#kernel/event-shapes.ts'
import type { materialMoments } from '#kernel/materials.ts'
import { isPublished, unscheduled } from '#kernel/publishing.ts'
import type { EventMove, EventStatus, ZoomKind } from '#kernel/values.ts'

const minute = 60_000

/**
 * In milliseconds: how long before its planned start an event counts as started by Zoom, and how long after its
 * planned end it can be live.
 */
export const liveTimes = { startsCountBeforeMs: 60 * minute, lastsAfterMs: 180 * minute } as const

type Release = {
  recordingReady: boolean
  needsApproval: boolean
  approvedAt: Date | null
  videoUrl: string | null
  cancelledAt: Date | null
}

/** Returns whether the organiser wants to release a recording: it has a link, and the event was not cancelled. */
function isMeantForMembers({ recordingReady, videoUrl, cancelledAt }: Release): boolean {
  return recordingReady && Boolean(videoUrl) && cancelledAt === null
}

/** Returns whether no approval by the guests is missing. */
export function isApproved({ needsApproval, approvedAt }: Release): boolean {
  return !needsApproval || approvedAt !== null
}

/** Returns whether the organiser wants to release the recording, and the guests have not approved it. */
export function awaitsApproval(event: Release): boolean {
  return isMeantForMembers(event) && !isApproved(event)
}

/**
 * Returns whether an event has a released recording. Members can watch the recording once the event is published and
 * over. The column `recording_ready_at` contains the time of release.
 */
export function hasReadyRecording(event: Release): boolean {
  return isMeantForMembers(event) && isApproved(event)
}

/**
 * Returns whether a material of an event is visible yet. Materials for after the event stay hidden if it is cancelled.
 */
export function isMaterialOut(
  { visibleFrom }: { visibleFrom: (typeof materialMoments)[number] },
  event: EventTimes,
  { now, timeZone }: TimeContext,
): boolean {
  if (visibleFrom === 'now') return true
  return !event.cancelledAt && effectiveStatus(event, now, timeZone) === 'completed'
}

/** The latest start and end of an event's webinar or meeting, as reported by Zoom's webhooks. */
export type Heard = { startedAt: Date | null; endedAt: Date | null }

/** Returns the time range in which a start reported by Zoom counts for an event; undefined without a start time. */
export function countedStarts(event: EventTimes, timeZone: string) {
  const [start, end] = [eventStart(event), eventEnd(event, timeZone)]
  if (!start || !end) return undefined
  return {
    from: new Date(start.getTime() - liveTimes.startsCountBeforeMs),
    until: new Date(end.getTime() + liveTimes.lastsAfterMs),
  }
}

/**
 * Returns the time range in which an event is live; undefined if it has no start time, is cancelled or is not
 * upcoming. The range is planned start to planned end, unless Zoom has reported a start: then it lasts from the
 * earlier start until Zoom reports the end, even past the planned end. `event.status` must be the stored status,
 * because an administrator ends an event by completing it.
 */
export function liveSpan(event: EventTimes, heard: Heard | null, timeZone: string) {
  return event.cancelledAt || event.status !== 'upcoming'
    ? undefined
    : heldSpan(event, heard, timeZone)
}

/** Returns the same range as `liveSpan`, also for an event that is completed already. */
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

/**
 * Returns the status change that an event usually needs next; undefined if there is none. An upcoming event can be
 * completed only after its start.
 */
export function nextMove(event: EventTimes, now: Date, timeZone: string) {
  if (event.cancelledAt) return 'restore'
  if (!isPublished(event, now)) return 'publish'
  if (event.status === 'pre_registration') return 'upcoming'
  return event.status === 'upcoming' && hasBegun(event, now, timeZone) ? 'completed' : undefined
}

/** Returns the fields of `PATCH /api/admin/events/:id` that make a status change; none for deleting. */
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
 * A webinar or meeting at Zoom. The database stores it as one text, made by `nameZoomRoom`: the webinar's number, or
 * `meeting:` and the meeting's number.
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

/** Returns the stored webinar or meeting as fields of the event form; `webinar` is the default kind. */
export function presentZoomRoom(name: string | null) {
  const room = name === null ? undefined : readZoomRoom(name)
  return { webinarId: room?.id ?? null, webinarKind: room?.kind ?? ('webinar' as const) }
}

/**
 * Returns the stored text of the webinar or meeting after the given fields changed: null removes it; undefined if
 * neither field changed.
 */
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

/** Removes spaces and hyphens from an id copied from Zoom, such as `812 3456 7890`. */
export function tidyWebinarId(webinarId: string): string {
  return webinarId.replaceAll(/[\s-]/g, '')
}

/** Checklist steps that are optional: they are never late, and never suggested as the next step. */
export const optionalSteps: ReadonlySet<ChecklistKey> = new Set<ChecklistKey>([
  'invite_subscribers',
  'read_questions',
  'add_transcript',
  'write_to_missed',
])

/** Checklist steps that Greenroom does; the organiser must act only if one fails. */
export const automaticSteps: ReadonlySet<ChecklistKey> = new Set<ChecklistKey>([
  'reminders',
  'attendance',
  'ask_feedback',
])

const never = Number.MAX_SAFE_INTEGER

/**
 * Returns the step to suggest next: the first that is late or failed, else the first that is due, else the one that
 * is due soonest.
 */
export function nextStep(steps: ChecklistStep[]): ChecklistStep | null {
  const work = steps.filter(isWork)
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

/** Returns whether the organiser must act on a step at some time: it is neither optional nor done by Greenroom. */
function isWork({ key, state }: ChecklistStep) {
  return state === 'failed' || !(optionalSteps.has(key) || automaticSteps.has(key))
}

/** Returns the steps on which the organiser should act now: due, late or failed. */
export function dueSteps(steps: ChecklistStep[]): ChecklistStep[] {
  return steps.filter((step) => isWork(step) && ['due', 'late', 'failed'].includes(step.state))
}

const dayMs = 24 * 60 * minute
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the number of days from one date to another (yyyy-MM-dd); negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / dayMs)
}

export function addDays(day: string, days: number): string {
  return new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the latest day, `day` included, that is this weekday; 0 is Sunday. */
export function latestWeekday(day: string, weekday: number): string {
  return addDays(day, -((new Date(utc(day)).getUTCDay() - weekday + 7) % 7))
}

/**
 * Returns the date a number of months later with the same weekday and its position in the month, such as the third
 * Thursday. A fifth weekday becomes the last of the month.
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
