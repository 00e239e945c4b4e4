import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Transaction } from '#platform/db/open.ts'
import { eventsOfRegistrations } from '#platform/domain-events/registrations.ts'
import { recordEvents, recordSelected } from '#platform/domain-events/record-events.ts'
import { refreshPeople } from '#platform/people/save-people.ts'
import { events } from '#schema/events.ts'
import { memberPageAccess } from '#schema/library.ts'
import { eventRegistrations } from '#schema/registrations.ts'

export async function countRegistrations(tx: Transaction, eventId: number) {
  return tx.$count(
    eventRegistrations,
    and(eq(eventRegistrations.eventId, eventId), isNotNull(eventRegistrations.userId)),
  )
}

/**
 * Deletes an event whose row the caller has locked, its registrations, and all rows that depend on them. If `deed` is
 * given, writes an audit log entry.
 */
export async function deleteEventRows(
  tx: Transaction,
  event: { id: number; title: string },
  { cause, registrations, deed }: { cause: DomainEventCause; registrations?: number; deed?: Deed },
): Promise<void> {
  await recordSelected(
    tx,
    eventsOfRegistrations('registration.cancelled', sql`r.event_id = ${event.id}`, cause),
  )
  const facts = { title: event.title, registrations }
  await recordEvents(tx, [{ type: 'event.deleted', eventId: event.id, facts }], cause, deed)
  await keepAnnouncements(tx, event.id)
  await tx
    .update(memberPageAccess)
    .set({ videoTitle: sql`coalesce(nullif(${memberPageAccess.videoTitle}, ''), ${event.title})` })
    .where(eq(memberPageAccess.videoId, event.id))
  // When an event is deleted, people keep their access to the library. Their row for this event is deleted if they have
  // access without an event already.
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
 * Keeps announcements with the topic `news` that are about a deleted event, and their result for each recipient. Stops
 * those that are still being sent, because their text may name the event; an administrator can resume them.
 */
async function keepAnnouncements(tx: Transaction, eventId: number) {
  await tx.execute(sql`update announcements a set stopped_at = now()
    where a.event_id = ${eventId} and a.topic = 'news' and a.approved_at is not null and a.stopped_at is null
      and exists (select from outbox_entries d
        where d.announcement_id = a.id and d.state in ('waiting', 'sending'))`)
  await tx.execute(sql`update outbox_entries d set event_id = null from announcements a
    where d.event_id = ${eventId} and a.id = d.announcement_id and a.topic = 'news'`)
}
