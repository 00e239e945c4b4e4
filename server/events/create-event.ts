import type { EventForm } from '#shared/contract/event-editor.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { settleTimes } from '#shared/local-times.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { zoomRoomAfter } from '#shared/zoom-room.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { changeWebinar } from './change-webinar.ts'
import { completeEventFields, keepPictures, type KeepPicture } from './complete-event-fields.ts'
import { presentEventToAdmin } from './present-event.ts'
import { takeSlug } from './take-slug.ts'

/** Creates an event with its defaults. Throws 400 naming the field. Specification, "Events". */
export async function createEvent(
  db: Db,
  form: EventForm,
  { actor, keep, ...time }: TimeContext & { actor: Actor; keep: KeepPicture },
): Promise<AdminEvent> {
  const pictures = await keepPictures(form, undefined, keep)
  const completed = completeEventFields(form, pictures, undefined)
  const { webinarId, webinarKind, cancelled, ...fields } = form
  const room = zoomRoomAfter(null, { webinarId, webinarKind })
  const { eventDate = null, eventTime = null, eventEndTime = null } = fields
  const { now } = time
  return db.transaction(async (tx) => {
    const [event] = await tx
      .insert(events)
      .values({
        ...fields,
        ...settleTimes({ eventDate, eventTime, eventEndTime }, time.timeZone),
        title: completed.title,
        featureImage: completed.featureImage,
        bannerImage: completed.bannerImage ?? fields.bannerImage,
        status: fields.status ?? undefined,
        dateConfirmed: fields.dateConfirmed ?? undefined,
        priority: fields.priority ?? undefined,
        recordingReady: fields.recordingReady ?? undefined,
        cancelledAt: cancelled ? now : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const slug = await takeSlug(tx, event!)
    await changeWebinar(tx, event!.id, room, now)
    const details = { eventId: event!.id, status: event!.status }
    await writeAuditEntry(tx, actor, {
      action: 'event_created',
      subject: event!.title,
      details,
      now,
    })
    return presentEventToAdmin({ ...event!, slug }, { webinarId: room ?? null, heard: null }, time)
  })
}
