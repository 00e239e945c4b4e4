import { eq } from 'drizzle-orm'
import type { EventCopy, EventForm } from '#features/events/contract.ts'
import { addDays, daysBetween, sameWeekday } from '#features/events/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import {
  dayInZone,
  eventDay,
  instantInZone,
  parseInstant,
  timeOfDay,
  type TimeContext,
} from '#kernel/event-time.ts'
import { unscheduled } from '#kernel/publishing.ts'
import { revealsVideo } from '#kernel/video-link.ts'
import type { Actor } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { createEvent } from './edit-event.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

type Context = TimeContext & { actor: Actor }

/**
 * Copies an event as a draft without recording and registrations. By default, the copy has the same guest and
 * pictures and takes place in the next month. A copy for a new guest has the same meeting link, but no pictures.
 * Throws 404 for an unknown event.
 */
export async function copyEvent(
  tx: Transaction,
  eventId: number,
  given: EventCopy,
  context: Context,
): Promise<AdminEvent> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const copy = writeCopy(event, given, context)
  return (await createEvent(tx, copy, { ...context, pictures: copy, copyOf: eventId })).shown
}

function writeCopy(event: EventRow, given: EventCopy, time: TimeContext): EventForm {
  const { title, description, priority, tags, capacity } = event
  const times =
    given.eventDate === undefined
      ? moveOneMonth(event, time)
      : moveTimes(event, given.eventDate, time.timeZone)
  return {
    title: given.title ?? title,
    description,
    priority,
    tags,
    capacity,
    ...(given.speakerName === undefined ? sameGuest(event) : newGuest(event, given.speakerName)),
    ...(given.speakerTitle !== undefined && { speakerTitle: given.speakerTitle }),
    ...times,
    status:
      event.status === 'pre_registration' || !times.eventDate ? 'pre_registration' : 'upcoming',
    publishAt: unscheduled,
  }
}

function sameGuest({ speakerName, speakerTitle, bannerImage, featureImage, videoUrl }: EventRow) {
  // The copy has no recording, so a feature image taken from the recording is replaced by the banner.
  const isOfRecording = revealsVideo(featureImage, videoUrl)
  const pictures = { bannerImage, featureImage: isOfRecording ? bannerImage : featureImage }
  return { speakerName, speakerTitle, ...pictures }
}

function newGuest({ roomUrl }: EventRow, speakerName: string) {
  return { speakerName, speakerTitle: '', bannerImage: '', featureImage: '', roomUrl }
}

/**
 * Moves an event to the same weekday of the next month (such as the third Thursday), at the same time in the display
 * zone. An old event moves by as many months as it takes to be in the future.
 */
function moveOneMonth(event: EventRow, { now, timeZone }: TimeContext) {
  const day = eventDay(event, timeZone)
  if (!day) return moveTimes(event, null, timeZone)
  let months = 1
  while (sameWeekday(day, months) <= dayInZone(now, timeZone)) months++
  return moveTimes(event, sameWeekday(day, months), timeZone)
}

/** Returns the event's times on another date. Free text stays unchanged; without a new date, instants become null. */
function moveTimes(event: EventRow, eventDate: string | null, timeZone: string) {
  const { eventTime, eventEndTime } = event
  const day = eventDay(event, timeZone)
  function move(text: string | null) {
    const instant = parseInstant(text)
    if (!instant || !day) return text
    if (!eventDate) return null
    const date = addDays(eventDate, daysBetween(day, dayInZone(instant, timeZone)))
    return instantInZone(date, timeOfDay(instant, timeZone), timeZone).toISOString()
  }
  return { eventDate, eventTime: move(eventTime), eventEndTime: move(eventEndTime) }
}
