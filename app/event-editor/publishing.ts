import type { AdminEvent } from '#kernel/event-shapes.ts'
import { instantInZone } from '#kernel/event-time.ts'
import { appearsAt, isPublished, unscheduled } from '#kernel/publishing.ts'
import { wallClock } from './event-times.ts'

/** The publication of an event as values of the event form. */
export type PublishingDraft = {
  publishing: 'now' | 'draft' | 'moment'
  /** Date (yyyy-MM-dd) and time (HH:mm) of a scheduled publication, in the display zone. */
  publishDay: string
  publishTime: string
}

export function readPublishing(
  { publishAt }: Pick<AdminEvent, 'publishAt'>,
  timeZone: string,
): PublishingDraft {
  const none = { publishDay: '', publishTime: '' }
  if (isPublished({ publishAt }, new Date())) return { publishing: 'now', ...none }
  const moment = appearsAt({ publishAt })
  if (!moment) return { publishing: 'draft', ...none }
  const { date, time } = wallClock(moment, timeZone)
  return { publishing: 'moment', publishDay: date, publishTime: time }
}

/** Converts the form's values to `publishAt` of the call's body. Also returns errors by field. */
export function resolvePublishing(
  { publishing, publishDay, publishTime }: PublishingDraft,
  timeZone: string,
) {
  const mistakes: Partial<Record<keyof PublishingDraft, string>> = {}
  if (publishing !== 'moment') {
    return { publishAt: publishing === 'now' ? null : unscheduled, mistakes }
  }
  if (!publishDay) mistakes.publishDay = 'Choose a date'
  if (!publishTime) mistakes.publishTime = 'Choose a time'
  if (!publishDay || !publishTime) return { publishAt: unscheduled, mistakes }
  const moment = instantInZone(publishDay, publishTime, timeZone)
  if (moment <= new Date())
    mistakes.publishDay = 'This time is in the past. Choose a later time, or “Published”.'
  return { publishAt: moment.toISOString(), mistakes }
}
