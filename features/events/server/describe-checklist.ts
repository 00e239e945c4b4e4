import { liveTimes } from '#features/events/rules.ts'
import { describeLead, describeLeads, listReminders } from '#kernel/reminder-times.ts'
import { appearsAt } from '#kernel/publishing.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import type { ChecklistFacts } from './checklist-facts.ts'

/**
 * Facts of an event with values derived at `now`, from which its checklist is computed. Times are in milliseconds since
 * 1970.
 */
export type Known = ChecklistFacts & {
  now: number
  start: number | undefined
  end: number | undefined
  isOver: boolean
  isShown: boolean
  hasRecordingLink: boolean
}

export const write = (number: number) => number.toLocaleString('en-GB')

export function describePublishing({ event, isShown, isOver, confirmed }: Known) {
  if (!isShown) {
    return appearsAt(event)
      ? 'Scheduled: visitors cannot see the event yet.'
      : 'Draft: visitors cannot see the event.'
  }
  if (!isOver && event.status !== 'upcoming') return 'Published. Registration is not open yet.'
  return `Published. ${writePeople(confirmed)} registered.`
}

function hasWorkingWebinar({ webinarId, isZoomConnected, isWebinarDeleted }: Known) {
  return webinarId !== null && isZoomConnected && !isWebinarDeleted
}

export function hasMeetingLink(known: Known) {
  return Boolean(known.event.roomUrl) || hasWorkingWebinar(known)
}

/** Returns whether the event has more seats, or more registrants, than Zoom admits. */
export function isZoomTooSmall(known: Known) {
  const { event, confirmed, zoomCapacity } = known
  const wanted = Math.max(event.capacity ?? 0, confirmed)
  return hasWorkingWebinar(known) && zoomCapacity !== null && wanted > zoomCapacity
}

export function describeMeetingLink(known: Known) {
  if (isZoomTooSmall(known)) return describeZoomTooSmall(known)
  if (hasWorkingWebinar(known)) return 'The event is connected to Zoom.'
  if (known.event.roomUrl) return 'The meeting link is set.'
  if (known.webinarId === null) return 'No meeting link yet: join links will not work.'
  return known.isWebinarDeleted
    ? 'The webinar was deleted in Zoom: join links will not work.'
    : 'Zoom is not connected: join links will not work.'
}

function describeZoomTooSmall({ event, confirmed, zoomCapacity }: Known) {
  const wanted =
    confirmed > zoomCapacity!
      ? `${write(confirmed)} are registered`
      : `the event has ${write(event.capacity!)} seats`
  return `Zoom admits ${writePeople(zoomCapacity!)}, but ${wanted}.`
}

export function describeGuests({ guests, guestsSent, guestsFailed, guestsNotSent }: Known) {
  if (guests === 0) return 'The guest has no link yet. Add their email.'
  if (guestsFailed > 0) return 'The email with the guest link failed.'
  if (guestsNotSent > 0) return 'The guest link was not sent: no mail server is connected.'
  if (guestsSent < guests) return 'The email with the guest link has not been sent yet.'
  return guests === 1
    ? 'The guest has received their link.'
    : `${write(guests)} guests have received their links.`
}

export function hasBegun({ now, start, isOver }: Known) {
  return isOver || (start !== undefined && now >= start)
}

export function countSentReminders({ remindersSent }: Known) {
  return Object.values(remindersSent).reduce((sum, count) => sum + count, 0)
}

export function describeReminders(known: Known) {
  const { event, remindersSent, remindersFailed, remindersWaiting } = known
  if (remindersFailed > 0) {
    return `${writeCount(remindersFailed, 'reminder', 'reminders')} failed.`
  }
  if (remindersWaiting > 0) {
    return `${writeCount(remindersWaiting, 'reminder is', 'reminders are')} being sent.`
  }
  if (countSentReminders(known) > 0) {
    const removed = Object.keys(remindersSent).map(Number)
    const all = [...new Set([...event.reminderMinutes, ...removed])].toSorted((a, b) => b - a)
    const counts = all.map(
      (minutes) => `${write(remindersSent[minutes] ?? 0)} ${describeLead(minutes)} before`,
    )
    return `Sent: ${counts.join(', ')}.`
  }
  return hasBegun(known) ? 'No reminders were sent.' : planReminders(known)
}

function planReminders({ start, event, confirmed }: Known) {
  const reminders = listReminders(event)
  if (reminders.length === 0) return 'This event has no reminders.'
  if (start === undefined) return 'No start time: no reminders.'
  if (!event.dateConfirmed) return 'No reminders until the date is confirmed.'
  return `Planned ${describeLeads(reminders)} before the start. ${writePeople(confirmed)} registered.`
}

/** Returns whether Zoom reported a start of the event at its present date, not at a former one. */
export function hasStarted({ heard, start }: Known) {
  const startedAt = heard?.startedAt?.getTime()
  return (
    startedAt !== undefined &&
    start !== undefined &&
    startedAt >= start - liveTimes.startsCountBeforeMs
  )
}

export function describeJoined({ joined, confirmed }: Pick<Known, 'joined' | 'confirmed'>) {
  return `${write(joined)} of ${write(confirmed)} joined by link.`
}

export function describeTranscript({ hasTranscript, chapters, isTranscriptWaiting }: Known) {
  if (hasTranscript) {
    return chapters > 0
      ? `Transcript and ${writeCount(chapters, 'chapter', 'chapters')} saved.`
      : 'Transcript saved, no chapters yet.'
  }
  return isTranscriptWaiting
    ? "Zoom's transcript has arrived. Review it, then save it for members."
    : 'No transcript yet.'
}

export function describeAttendance(known: Known) {
  const { report, webinarId, isZoomConnected, attended, confirmed, joined, isOver } = known
  if (report?.state === 'failed' && webinarId) return report.lastError ?? 'No report from Zoom.'
  if (report?.state === 'ready') {
    return `${write(attended)} of ${write(confirmed)} attended, by Zoom's report.`
  }
  if (webinarId !== null && isZoomConnected) return "Zoom's report is read after the event."
  if (isOver) return describeJoined({ joined: attended, confirmed })
  return joined > 0 ? describeJoined(known) : 'Attendance is counted by join links.'
}
