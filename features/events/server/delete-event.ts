import { and, eq, isNotNull, sql, asc, inArray } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import {
  causeOf,
  writeAuditEntry,
  type Actor,
  type Deed,
} from '#platform/audit/write-audit-entry.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { recordEvents, recordSelected } from '#platform/domain-events/record-events.ts'
import { Refusal } from '#platform/errors/refusal.ts'
import { refreshPeople } from '#platform/people/save-people.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess } from '#schema/library.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { type EventRow, unknownEvent } from './event-rows.ts'

/** Replaces the content of the site that goes with the sample events. */
export type RemoveSampleSite = (tx: Transaction, deed: Deed) => Promise<unknown>

/** How many people still have to be told that an event is cancelled. */
export type CountUntold = (tx: Transaction, event: EventRow, time: TimeContext) => Promise<number>

/**
 * Deletes an event. One that people registered for must be cancelled first and is deleted only with
 * their number given, and once they were told: the mails about it go with it. Otherwise throws 409 with
 * what is in the way. Usage rows keep the title. Specification, "Events".
 */
export async function deleteEvent(
  db: Db,
  eventId: number,
  {
    confirmed,
    actor,
    countUntold,
    ...time
  }: TimeContext & { confirmed?: number; actor: Actor; countUntold: CountUntold },
): Promise<{ id: number; registrations: number }> {
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('update')
    if (!event) throw unknownEvent(eventId)
    const registrations = await countRegistrations(tx, eventId)
    const isCancelled = event.cancelledAt !== null
    if (registrations > 0 && !(isCancelled && confirmed === registrations)) {
      throw new Refusal('event_has_registrations', {
        message: describeRefusal(registrations, isCancelled),
        registrations,
        isCancelled,
      })
    }
    const untold = await countUntold(tx, event, time)
    if (untold > 0) {
      throw new Refusal('people_untold', {
        message: describeUntold(untold),
        registrations,
        isCancelled,
        untold,
      })
    }
    await forgetEvent(tx, event, causeOf(actor))
    const details = { eventId, registrations }
    const act = { action: 'event_deleted', subject: event.title, details, now: time.now } as const
    await writeAuditEntry(tx, actor, act)
    return { id: eventId, registrations }
  })
}

export async function countRegistrations(tx: Transaction, eventId: number) {
  return tx.$count(
    eventRegistrations,
    and(eq(eventRegistrations.eventId, eventId), isNotNull(eventRegistrations.userId)),
  )
}

function describeRefusal(registrations: number, isCancelled: boolean) {
  const held = registrations === 1 ? '1 registration' : `${registrations} registrations`
  return isCancelled
    ? `This event has ${held}, which would be deleted with it. Repeat with ?registrations=${registrations}.`
    : `This event has ${held}. Cancel it first.`
}

/**
 * What stands in the way of deleting a cancelled event while its cancellation is still being told.
 */
export function describeUntold(untold: number) {
  const people = untold === 1 ? '1 person has' : `${untold} people have`
  return `${people} not been told yet that it is cancelled. It can be deleted once their mails are out.`
}

/** Deletes an event whose row is locked, its registrations, and all rows that depend on them. */
async function forgetEvent(
  tx: Transaction,
  event: { id: number; title: string },
  cause: DomainEventCause,
): Promise<void> {
  await recordSelected(
    tx,
    eventsOfRegistrations('registration.cancelled', sql`r.event_id = ${event.id}`, cause),
  )
  await recordEvents(tx, [{ type: 'event.deleted', eventId: event.id }], cause)
  await keepNews(tx, event.id)
  await tx
    .update(memberPageAccess)
    .set({ videoTitle: sql`coalesce(nullif(${memberPageAccess.videoTitle}, ''), ${event.title})` })
    .where(eq(memberPageAccess.videoId, event.id))
  // Access without an event is what stays; where somebody has that already, this row says nothing more.
  const { rows } = await tx.execute<{ email: string }>(sql`
    with access as (delete from video_access gone using video_access kept
      where gone.event_id = ${event.id} and kept.email = gone.email and kept.event_id is null
      returning gone.email)
    select email from access union select email from event_crew where event_id = ${event.id}`)
  await tx.delete(events).where(eq(events.id, event.id))
  await refreshPeople(
    tx,
    rows.map(({ email }) => email),
  )
}

/**
 * News about an event outlives it, with the result for each recipient. An announcement that is still being sent stops:
 * its text may name the event, so an administrator has to resume it.
 */
async function keepNews(tx: Transaction, eventId: number) {
  await tx.execute(sql`update announcements a set stopped_at = now()
    where a.event_id = ${eventId} and a.topic = 'news' and a.approved_at is not null and a.stopped_at is null
      and exists (select from message_deliveries d
        where d.announcement_id = a.id and d.state in ('waiting', 'sending'))`)
  await tx.execute(sql`update message_deliveries d set event_id = null from announcements a
    where d.event_id = ${eventId} and a.id = d.announcement_id and a.topic = 'news'`)
}

/**
 * Removes every event of the sample series. Where people registered for some, throws 409 with their
 * number until it is given. Specification, "Sample series".
 */
export async function removeSampleSeries(
  db: Db,
  {
    confirmed,
    removeSampleSite,
    actor,
    now,
  }: Deed & { confirmed?: number; removeSampleSite: RemoveSampleSite },
): Promise<{ events: number; registrations: number }> {
  return db.transaction(async (tx) => {
    const samples = await tx
      .select({ id: events.id, title: events.title })
      .from(events)
      .where(eq(events.isSample, true))
      .orderBy(asc(events.id))
      .for('update')
    const ids = samples.map(({ id }) => id)
    const registrations = await tx.$count(
      eventRegistrations,
      and(inArray(eventRegistrations.eventId, ids), isNotNull(eventRegistrations.userId)),
    )
    const removed = { events: samples.length, registrations }
    if (registrations > 0 && confirmed !== registrations) {
      const message = `The sample events have ${registrations} registrations, which would be deleted with them. Repeat with ?registrations=${registrations}.`
      throw new Refusal('samples_have_registrations', { message, ...removed })
    }
    for (const sample of samples) await forgetEvent(tx, sample, causeOf(actor))
    await removeSampleSite(tx, { actor, now })
    if (samples.length > 0) {
      await writeAuditEntry(tx, actor, { action: 'sample_removed', details: removed, now })
    }
    return removed
  })
}
