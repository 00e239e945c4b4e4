import { confirmedStart, effectiveStatus, eventEnd } from '#shared/event-time.ts'
import { crewKinds, isToCrew, topicOf, type MailKind } from '#shared/messages.ts'
import { remindersAt } from '#shared/reminders.ts'
import type { TimeContext } from '#shared/time-context.ts'
import type { EventRow } from '#server/events/event-row.ts'
import { importSettlingMs } from './imported-since.ts'

/** Something to tell the registrants of an event, or its crew, now, and which of them. */
export type DueNotification = {
  kind: MailKind
  dedupeKey: string
  /** Not to those whom another mail has told the time since. */
  unlessToldSince?: Date
  /** Not yet to those imported since: the organiser may still confirm their seats, or undo it. */
  unlessImportedSince?: Date
}

const minute = 60_000
const day = 24 * 60 * minute
/** Mistakes in the editor are mended within this time before anybody hears of them. */
const settlingMs = 2 * minute
/** A recording that comes later than this, e.g. of an imported archive, is no news. */
const recordingNewsMs = 60 * day

/**
 * What is to be planned at this moment: all that is owed, but no times of an event that was edited just
 * now. Who is owed it, `selectRecipients` says.
 */
export function listDueNotifications(event: EventRow, time: TimeContext): DueNotification[] {
  const ago = (ms: number) => new Date(time.now.getTime() - ms)
  const isSettled = event.updatedAt < ago(settlingMs)
  return listApplicableNotifications(event, time).flatMap((notification) => {
    const isReminder = topicOf(notification.kind) === 'reminders'
    const isMove = notification.kind === 'moved' || notification.kind === crewKinds.moved
    if (!isSettled && (isReminder || isMove)) return []
    if (isToCrew(notification.kind)) return notification
    const isBySweepAlone = isReminder || notification.kind === 'cancelled'
    return isBySweepAlone
      ? { ...notification, unlessImportedSince: ago(importSettlingMs) }
      : notification
  })
}

/**
 * What an event's registrants are owed at this moment, and its crew, whom most of it concerns as well: one
 * rule and one window for both.
 */
export function listApplicableNotifications(event: EventRow, time: TimeContext): DueNotification[] {
  return listForRegistrants(event, time).flatMap((notification) => {
    const toCrew = (crewKinds as Partial<Record<MailKind, MailKind>>)[notification.kind]
    return toCrew ? [notification, { ...notification, kind: toCrew }] : [notification]
  })
}

/**
 * What an event's registrants are owed at this moment. Every window is far wider than the time between
 * two sweeps, so that a short outage loses nothing; a mail that lost its window is not sent any more.
 */
function listForRegistrants(event: EventRow, time: TimeContext): DueNotification[] {
  if (event.cancelledAt) return listCancellation(event, event.cancelledAt, time)
  const status = effectiveStatus(event, time.now, time.timeZone)
  if (status === 'completed') return listRecording(event, time)
  if (status !== 'upcoming') return []
  // A cancellation and what takes it back count as changes of the time.
  const isChanged = event.calendarSequence > 0
  const due: DueNotification[] = isChanged
    ? [{ kind: 'registration_confirmed', dedupeKey: '' }]
    : []
  const start = confirmedStart(event)
  const left = start ? start.getTime() - time.now.getTime() : 0
  if (!start || left <= 0) return due
  const dedupeKey = start.toISOString()
  due.push({ kind: 'date_confirmed', dedupeKey: '' })
  if (isChanged) {
    due.push({ kind: 'moved', dedupeKey: String(event.calendarSequence) })
  }
  const reminding = remindersAt(left).due.map(({ kind, from }) => {
    return { kind, dedupeKey, unlessToldSince: new Date(+start - from) }
  })
  return [...due, ...reminding]
}

function listCancellation(
  event: EventRow,
  cancelledAt: Date,
  { now, timeZone }: TimeContext,
): DueNotification[] {
  const end = eventEnd(event, timeZone)
  // Without a date nobody waits for a day: telling is worth it only while it is fresh.
  const isAhead = end ? end > now : now.getTime() - cancelledAt.getTime() < 2 * day
  return isAhead ? [{ kind: 'cancelled', dedupeKey: cancelledAt.toISOString() }] : []
}

function listRecording(event: EventRow, { now, timeZone }: TimeContext): DueNotification[] {
  if (!event.videoUrl || !event.recordingReady) return []
  const end = eventEnd(event, timeZone)
  const isNews = end !== undefined && now.getTime() - end.getTime() < recordingNewsMs
  return isNews ? [{ kind: 'recording_ready', dedupeKey: '' }] : []
}
