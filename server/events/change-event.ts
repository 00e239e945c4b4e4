import { eq } from 'drizzle-orm'
import type { EventChanges } from '#shared/contract/event-editor.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { settleTimes } from '#shared/local-times.ts'
import { slugify } from '#shared/slug.ts'
import type { TimeContext } from '#shared/time-context.ts'
import { zoomRoomAfter } from '#shared/zoom-room.ts'
import { writeAuditEntry, type Actor } from '#server/audit/record-act.ts'
import type { Db, Transaction } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import { Refusal } from '#server/refusal.ts'
import { changeWebinar } from './change-webinar.ts'
import { completeEventFields, keepPictures, type KeepPicture } from './complete-event-fields.ts'
import type { EventRow } from './event-row.ts'
import { lockEvent, unknownEvent } from './lock-event.ts'
import { presentEventToAdmin } from './present-event.ts'
import { takeSlug } from './take-slug.ts'

/** One fetch of a picture can take this long; the row is not held meanwhile. */
type Context = TimeContext & { actor: Actor; keep: KeepPicture }

/**
 * Changes the fields that are given and answers the whole row. With `updatedAt`, throws 409 with the
 * current row when it was changed since; 404 for an unknown event. Specification, "Events".
 */
export async function changeEvent(
  db: Db,
  eventId: number,
  { updatedAt, webinarId, webinarKind, cancelled, ...changes }: EventChanges,
  { actor, keep, ...time }: Context,
): Promise<AdminEvent> {
  const [known] = await db.select().from(events).where(eq(events.id, eventId))
  if (!known) throw unknownEvent(eventId)
  // Pictures of other sites are fetched first: no row is held while another site takes its time.
  const pictures = await keepPictures(changes, known, keep)
  return db.transaction(async (tx) => {
    const old = await lockEvent(tx, eventId)
    const current = presentEventToAdmin(old.event, old, time)
    if (updatedAt && Date.parse(updatedAt) !== old.event.updatedAt.getTime()) {
      throw staleChange(current, { ...changes, webinarId, webinarKind })
    }
    const completed = completeEventFields(changes, pictures, old.event)
    const times = settleTimes(timesAfter(old.event, changes), time.timeZone)
    const [event] = await tx
      .update(events)
      .set({
        ...withoutNull(changes),
        ...withoutUndefined(completed),
        ...times,
        videoUrl: changes.videoUrl,
        roomUrl: changes.roomUrl,
        cancelledAt: cancelledAtAfter(old.event, cancelled, time.now),
        updatedAt: new Date(Math.max(time.now.getTime(), old.event.updatedAt.getTime() + 1)),
      })
      .where(eq(events.id, eventId))
      .returning()
    const room = zoomRoomAfter(old.webinarId, { webinarId, webinarKind })
    await changeWebinar(tx, eventId, room, time.now)
    const mapped = room === undefined ? old.webinarId : room
    const slug = await slugAfter(tx, old.event, event!)
    const changed = presentEventToAdmin({ ...event!, slug }, { ...old, webinarId: mapped }, time)
    await writeAuditEntry(tx, actor, {
      action: 'event_changed',
      subject: changed.title,
      details: { eventId, ...describeChange(current, changed) },
      now: time.now,
    })
    return changed
  })
}

/** A new title makes a new address; one that is written differently only keeps the old. */
async function slugAfter(tx: Transaction, old: EventRow, event: EventRow) {
  const isSame = old.slug !== null && slugify(old.title) === slugify(event.title)
  return isSame ? old.slug : takeSlug(tx, event)
}

function cancelledAtAfter(old: EventRow, cancelled: boolean | null | undefined, now: Date) {
  if (cancelled === null || cancelled === undefined) return undefined
  return cancelled ? (old.cancelledAt ?? now) : null
}

/** A date that comes later makes a time of a bare one that waited for it. */
export function timesAfter(old: EventRow, changes: Partial<EventChanges>) {
  const { eventDate = old.eventDate, eventTime = old.eventTime } = changes
  const { eventEndTime = old.eventEndTime } = changes
  return { eventDate, eventTime, eventEndTime }
}

function staleChange(current: AdminEvent, sent: Record<string, unknown>) {
  const fields = current as Record<string, unknown>
  const changedFields = Object.keys(sent).filter(
    (name) => sent[name] !== undefined && name in fields && sent[name] !== fields[name],
  )
  return new Refusal('event_changed', { event: current, changedFields })
}

/** What is null cannot be stored in a field that is never empty: it counts as left out. */
function withoutNull<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [Name in keyof Fields]: NonNullable<Fields[Name]> }
}

function withoutUndefined<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Fields
}

/** For the audit log: which fields changed, and where the status went. */
function describeChange(before: AdminEvent, after: AdminEvent) {
  const names = (Object.keys(after) as (keyof AdminEvent)[]).filter(
    (name) => name !== 'updatedAt' && name !== 'isLive' && after[name] !== before[name],
  )
  const isMoved = before.storedStatus !== after.storedStatus
  return {
    fields: names,
    ...(isMoved && { from: before.storedStatus, to: after.storedStatus }),
  }
}
