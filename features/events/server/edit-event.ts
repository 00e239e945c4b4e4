import { eq, ne, sql } from 'drizzle-orm'
import type { EventForm, EventChanges } from '#features/events/contract.ts'
import { zoomRoomAfter } from '#features/events/rules.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { type TimeContext } from '#kernel/event-time.ts'
import { foldText } from '#kernel/fold-text.ts'
import {
  awaitedStart,
  appearsAt,
  isPublished,
  type PublishAt,
  readPublishAt,
} from '#kernel/publishing.ts'
import { slugify } from '#kernel/slug.ts'
import { endsBeforeItStarts, settleTimes, type WrittenTimes } from '#kernel/written-times.ts'
import { writeCount } from '#kernel/write-count.ts'
import { causeOf, writeAuditEntry, type Actor } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { events } from '#schema/events.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { countRegistrations } from './delete-event.ts'
import { completeEventFields, type SentPictures } from './event-fields.ts'
import { type EventRow, lockEvent } from './event-rows.ts'
import { presentEventToAdmin } from './present-event.ts'
import { lockSeriesReminders } from './reminder-times.ts'
import { changeSlug, takeSlug } from './slugs.ts'
import { insertEvents, updateEvent } from './write-events.ts'

/**
 * Result of saving an event: the row before (undefined for a new event), the row after, and the event as the admin area
 * displays it.
 */
export type SavedEvent = { before: EventRow | undefined; after: EventRow; shown: AdminEvent }

type Context = TimeContext & { actor: Actor; pictures: SentPictures }

/** Creates an event; omitted fields get their defaults. Throws 400 with the name of the invalid field. */
export async function createEvent(
  tx: Transaction,
  form: EventForm,
  { actor, pictures, copyOf, ...time }: Context & { copyOf?: number },
): Promise<SavedEvent> {
  const completed = completeEventFields(form, pictures, undefined)
  const { webinarId, webinarKind, cancelled, publishAt: sent, ...fields } = form
  const publishAt = readPublishAt(sent) ?? null
  const room = zoomRoomAfter(null, { webinarId, webinarKind })
  const { eventDate = null, eventTime = null, eventEndTime = null } = fields
  const times = settleTimes({ eventDate, eventTime, eventEndTime }, time.timeZone)
  refuseWrongEnd(times)
  const { now } = time
  const row = {
    ...fields,
    ...times,
    title: completed.title,
    featureImage: completed.featureImage,
    bannerImage: completed.bannerImage ?? fields.bannerImage,
    status: fields.status ?? undefined,
    dateConfirmed: fields.dateConfirmed ?? undefined,
    priority: fields.priority ?? undefined,
    recordingReady: fields.recordingReady ?? undefined,
    tags: await spellTags(tx, fields.tags),
    reminderMinutes: await lockSeriesReminders(tx),
    capacity: fields.capacity ?? null,
    cancelledAt: cancelled ? now : null,
    publishAt,
    openedAt: openedAtAfter(
      undefined,
      {
        ...times,
        publishAt,
        status: fields.status ?? 'pre_registration',
        dateConfirmed: fields.dateConfirmed ?? false,
        cancelledAt: cancelled ? now : null,
      },
      time,
    ),
    createdAt: now,
    updatedAt: now,
  }
  const [event] = await insertEvents(tx, [row], { ...time, cause: causeOf(actor) })
  const slug = await takeSlug(tx, event!)
  await changeWebinar(tx, event!.id, room, now)
  const details = { eventId: event!.id, status: event!.status, copyOf }
  await writeAuditEntry(tx, actor, {
    action: 'event_created',
    subject: event!.title,
    details,
    now,
  })
  const webinar = { webinarId: room ?? null, heard: null, seatsLeft: event!.capacity }
  const shown = presentEventToAdmin({ ...event!, slug }, webinar, time)
  return { before: undefined, after: event!, shown }
}

/**
 * Changes the given fields of an event. Throws 409 with the current row if it changed since `updatedAt`, and 404 for
 * an unknown event.
 */
export async function changeEvent(
  tx: Transaction,
  eventId: number,
  { updatedAt, webinarId, webinarKind, cancelled, publishAt: sent, ...changes }: EventChanges,
  { actor, pictures, ...time }: Context,
): Promise<SavedEvent> {
  const publishAt = readPublishAt(sent)
  const old = await lockEvent(tx, eventId)
  const current = presentEventToAdmin(old.event, old, time)
  if (updatedAt && Date.parse(updatedAt) !== old.event.updatedAt.getTime()) {
    throw staleChange(current, { ...changes, webinarId, webinarKind, publishAt: sent })
  }
  await refuseUnpublishing(tx, old.event, publishAt, time.now)
  const completed = completeEventFields(changes, pictures, old.event)
  const times = settleTimes(timesAfter(old.event, changes), time.timeZone)
  // Check the times only if this request changes them: a wrong end that was stored earlier must not prevent other
  // changes.
  if (Object.keys(times).some((name) => changes[name as keyof WrittenTimes] !== undefined)) {
    refuseWrongEnd(times)
  }
  const changed = {
    ...withoutNull(changes),
    ...withoutUndefined(completed),
    ...times,
    tags: await spellTags(tx, changes.tags, eventId),
    videoUrl: changes.videoUrl,
    roomUrl: changes.roomUrl,
    capacity: changes.capacity,
    cancelledAt: cancelledAtAfter(old.event, cancelled, time.now),
    publishAt,
    openedAt: openedAtAfter(
      old.event,
      {
        ...old.event,
        ...withoutNull(changes),
        ...times,
        ...(publishAt !== undefined && { publishAt }),
        cancelledAt: cancelled ? time.now : null,
      },
      time,
    ),
    updatedAt: new Date(Math.max(time.now.getTime(), old.event.updatedAt.getTime() + 1)),
  }
  const event = await updateEvent(tx, old.event, changed, { ...time, cause: causeOf(actor) })
  const room = zoomRoomAfter(old.webinarId, { webinarId, webinarKind })
  await changeWebinar(tx, eventId, room, time.now)
  const mapped = room === undefined ? old.webinarId : room
  const slug = await slugAfter(tx, old.event, event, time.now)
  const shown = presentEventToAdmin({ ...event, slug }, { ...old, webinarId: mapped }, time)
  await writeAuditEntry(tx, actor, {
    action: 'event_changed',
    subject: shown.title,
    details: { eventId, ...describeChange(current, shown) },
    now: time.now,
  })
  return { before: old.event, after: event, shown }
}

/** Returns the slug after a change: a new one for a new title, unless only the title's spelling changed. */
async function slugAfter(tx: Transaction, old: EventRow, event: EventRow, now: Date) {
  if (slugify(old.title) === slugify(event.title)) return old.slug
  return changeSlug(tx, event, { isSeen: isPublished(old, now) })
}

/**
 * Returns when registration for an event opens, at which time people interested in future events are notified.
 * Undefined keeps the stored time: it is set only once, so that restoring a cancelled event does not notify them again.
 * An event with scheduled publication opens when it is published.
 */
function openedAtAfter(old: EventRow | undefined, event: Opening, time: TimeContext) {
  const { now } = time
  const wasOpened = old?.openedAt && old.openedAt <= now
  if (wasOpened || old?.cancelledAt || (old && awaitedStart(old, time))) return undefined
  const opens = isPublished(event, now) ? now : appearsAt(event)
  return opens && awaitedStart(event, { ...time, now: opens }) ? opens : null
}

type Opening = Parameters<typeof awaitedStart>[0]

/** Throws 409 if a change would unpublish an event with registrations, because the registrants' links would fail. */
async function refuseUnpublishing(
  tx: Transaction,
  event: EventRow,
  publishAt: PublishAt | undefined,
  now: Date,
) {
  if (publishAt === undefined) return
  if (!isPublished(event, now) || isPublished({ publishAt }, now)) return
  const registrations = await countRegistrations(tx, event.id)
  if (registrations === 0) return
  const people = writeCount(registrations, 'person has', 'people have')
  throw new Refusal('event_has_registrations', {
    message: `${people} registered, so this event cannot be unpublished. Cancel it instead: they get an email.`,
    registrations,
    isCancelled: event.cancelledAt !== null,
  })
}

function cancelledAtAfter(old: EventRow, cancelled: boolean | null | undefined, now: Date) {
  if (cancelled === null || cancelled === undefined) return undefined
  return cancelled ? (old.cancelledAt ?? now) : null
}

function refuseWrongEnd(times: WrittenTimes) {
  if (!endsBeforeItStarts(times)) return
  throw invalidInput([{ field: 'eventEndTime', message: 'The end must be after the start' }])
}

/** Returns the event's date and times after a change, as typed; those that the request omits are the stored ones. */
export function timesAfter(old: EventRow, changes: Partial<EventChanges>) {
  const { eventDate = old.eventDate, eventTime = old.eventTime } = changes
  const { eventEndTime = old.eventEndTime } = changes
  return { eventDate, eventTime, eventEndTime }
}

function staleChange(current: AdminEvent, sent: Record<string, unknown>) {
  const fields = current as Record<string, unknown>
  const changedFields = Object.keys(sent).filter(
    (name) => sent[name] !== undefined && name in fields && !isSame(sent[name], fields[name]),
  )
  return new Refusal('event_changed', { event: current, changedFields })
}

/**
 * Removes duplicate tags, and spells each as other events do, so that a filter finds all events of a tag. Undefined
 * leaves the tags unchanged.
 */
async function spellTags(tx: Transaction, sent: string[] | null | undefined, eventId?: number) {
  if (!sent) return undefined
  const known = await tx
    .selectDistinct({ tag: sql<string>`unnest(${events.tags})`.as('tag') })
    .from(events)
    .where(eventId === undefined ? undefined : ne(events.id, eventId))
    .orderBy(sql`tag`)
  const spellings = new Map(known.map(({ tag }) => [foldText(tag), tag]))
  const folded = sent.map(foldText)
  const once = sent.filter((_, at) => folded.indexOf(folded[at]!) === at)
  return once.map((tag) => spellings.get(foldText(tag)) ?? tag)
}

/** Compares two values of a field as JSON, because tags are arrays. */
function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Removes fields that are null, because null in a required field means "unchanged". */
function withoutNull<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [Name in keyof Fields]: NonNullable<Fields[Name]> }
}

function withoutUndefined<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Fields
}

/** Returns the names of changed fields, and the former and new status, for the audit log. */
function describeChange(before: AdminEvent, after: AdminEvent) {
  const names = (Object.keys(after) as (keyof AdminEvent)[]).filter(
    (name) => name !== 'updatedAt' && name !== 'isLive' && !isSame(after[name], before[name]),
  )
  const isMoved = before.storedStatus !== after.storedStatus
  return {
    fields: names,
    ...(isMoved && { from: before.storedStatus, to: after.storedStatus }),
  }
}

/**
 * Stores the event's webinar or meeting in the format of `nameZoomRoom`. With null, removes it; with undefined, does
 * nothing.
 */
export async function changeWebinar(
  tx: Transaction,
  eventId: number,
  webinarId: string | null | undefined,
  now: Date,
): Promise<void> {
  if (webinarId === undefined) return
  if (webinarId === null) {
    await tx.delete(zoomWebinarMappings).where(eq(zoomWebinarMappings.eventId, eventId))
    return
  }
  await tx
    .insert(zoomWebinarMappings)
    .values({ eventId, webinarId })
    .onConflictDoUpdate({
      target: zoomWebinarMappings.eventId,
      set: { webinarId, isActive: true, updatedAt: now },
    })
}
