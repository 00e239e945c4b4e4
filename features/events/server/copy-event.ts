import { eq } from 'drizzle-orm'
import type { EventForm } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import {
  dayInZone,
  eventStart,
  instantInZone,
  parseInstant,
  timeOfDay,
  type TimeContext,
} from '#kernel/event-time.ts'
import { unscheduled } from '#kernel/publishing.ts'
import { revealsVideo } from '#kernel/video-link.ts'
import type { Actor } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import { events } from '#schema/events.ts'
import { createEvent } from './edit-event.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

type Context = TimeContext & { actor: Actor }

/**
 * Copies an event to the next month as a draft, with texts and pictures but without results. Throws 404 for
 * an unknown event.
 */
export async function copyEvent(db: Db, eventId: number, context: Context): Promise<AdminEvent> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw unknownEvent(eventId)
  const copy = writeCopy(event, context)
  return db.transaction(async (tx) => {
    const given = { ...context, pictures: copy, copyOf: eventId }
    return (await createEvent(tx, copy, given)).shown
  })
}

function writeCopy(event: EventRow, time: TimeContext): EventForm {
  const { title, speakerName, speakerTitle, description, priority, bannerImage } = event
  const times = moveOneMonth(event, time)
  // A picture taken from the recording is not copied.
  const isOfRecording = revealsVideo(event.featureImage, event.videoUrl)
  return {
    title,
    speakerName,
    speakerTitle,
    description,
    priority,
    bannerImage,
    ...times,
    featureImage: isOfRecording ? bannerImage : event.featureImage,
    status:
      event.status === 'pre_registration' || !times.eventDate ? 'pre_registration' : 'upcoming',
    publishAt: unscheduled,
  }
}

/**
 * Returns the same weekday of the next month (e.g. the third Thursday) at the same time of the display zone;
 * for an old event, the next such day in the future. Free text stays unchanged.
 */
function moveOneMonth(event: EventRow, { now, timeZone }: TimeContext) {
  const start = eventStart(event)
  const day = start ? dayInZone(start, timeZone) : event.eventDate
  const { eventTime, eventEndTime } = event
  if (!day) return { eventDate: null, eventTime, eventEndTime }
  let months = 1
  while (sameWeekday(day, months) <= dayInZone(now, timeZone)) months++
  const eventDate = sameWeekday(day, months)
  function move(text: string | null) {
    const instant = parseInstant(text)
    if (!instant) return text
    const since = utc(dayInZone(instant, timeZone)) - utc(day!)
    const date = writeDay(utc(eventDate) + since)
    return instantInZone(date, timeOfDay(instant, timeZone), timeZone).toISOString()
  }
  return { eventDate, eventTime: move(eventTime), eventEndTime: move(eventEndTime) }
}

const dayMs = 24 * 60 * 60_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const writeDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Returns the day so many months later with the same position of its weekday in the month; the fifth becomes
 * the last.
 */
function sameWeekday(day: string, months: number): string {
  const from = new Date(utc(day))
  const which = Math.ceil(from.getUTCDate() / 7)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const ahead = (from.getUTCDay() - new Date(first).getUTCDay() + 7) % 7
  const wanted = first + (ahead + (which - 1) * 7) * dayMs
  const isWithin = new Date(wanted).getUTCMonth() === new Date(first).getUTCMonth()
  return writeDay(isWithin ? wanted : wanted - 7 * dayMs)
}
