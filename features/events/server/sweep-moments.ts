import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { hasReadyRecording, heldSpan, type Heard } from '#features/events/rules.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import { appearsAt } from '#kernel/publishing.ts'
import type { Db } from '#platform/db/open.ts'
import {
  recordEvents,
  recordPastMoments,
  type NewDomainEvent,
} from '#platform/domain-events/record-events.ts'
import { domainEvents } from '#schema/domain-events.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { liveStates } from '#schema/webinars.ts'

const dayMs = 24 * 60 * 60_000
/**
 * Maximum age, in milliseconds, of a publication, start or end that is still recorded. Older ones, from a downtime of
 * all nodes, are no longer news.
 */
const newsMs = 7 * dayMs
/**
 * If Zoom does not report the end of an event, the event is assumed to have ended this many milliseconds after its
 * planned end.
 */
const longestHeldMs = 30 * dayMs

type Moment = NewDomainEvent & { eventId: number; occurredAt: Date; isSilent?: boolean }
type Event = typeof events.$inferSelect

/**
 * Records domain events for scheduled publications, starts and ends that have passed. A unique key of event, type and
 * planned time prevents duplicates from several nodes. A moved event has a new planned time, so its start and end are
 * recorded again.
 */
export async function sweepMoments(db: Db, { now, timeZone }: TimeContext): Promise<void> {
  const earliest = new Date(now.getTime() - newsMs)
  const startedSince = new Date(earliest.getTime() - longestHeldMs)
  const soon = new Date(now.getTime() + dayMs)
  const found = await db
    .select({ event: events, heard: liveStates })
    .from(events)
    .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    .where(
      and(
        isPublishedAt(now),
        or(
          gt(events.publishAt, earliest),
          and(
            isNull(events.cancelledAt),
            lte(events.startsAt, soon),
            or(gte(events.startsAt, startedSince), gte(events.endsAt, startedSince)),
          ),
        ),
      ),
    )
  const due = found
    .flatMap(({ event, heard }) => momentsOf(event, heard, { now, timeZone }))
    .filter(({ occurredAt }) => occurredAt >= earliest && occurredAt <= now)
  const moments = await withoutRecorded(db, due)
  if (moments.length === 0) return
  const ready = new Set(found.flatMap(({ event }) => (hasReadyRecording(event) ? [event.id] : [])))
  await db.transaction(async (tx) => {
    await recordPastMoments(
      tx,
      moments.filter(({ isSilent }) => isSilent),
    )
    const recorded = await recordEvents(
      tx,
      moments.filter(({ isSilent }) => !isSilent).toSorted(byTime),
      'clock',
    )
    // The recording of an event may be released before the event itself is published. Visitors see both at the same
    // time, so record the release now.
    const appeared = new Set(
      recorded.flatMap(({ type, eventId }) => (type === 'event.published' ? [eventId] : [])),
    )
    const recordings = moments
      .filter(({ type, eventId }) => type === 'event.published' && appeared.has(eventId))
      .filter(({ eventId }) => ready.has(eventId))
      .map(({ eventId, occurredAt }) => ({
        type: 'recording.ready' as const,
        eventId,
        occurredAt,
      }))
    await recordEvents(tx, recordings, 'clock')
  })
}

/**
 * Returns the publications, starts and ends that are not recorded yet. Usually there are none, which saves the write
 * transaction.
 */
async function withoutRecorded(db: Db, moments: Moment[]): Promise<Moment[]> {
  if (moments.length === 0) return []
  const known = await db
    .select({ eventId: domainEvents.eventId, type: domainEvents.type, moment: domainEvents.moment })
    .from(domainEvents)
    .where(
      sql`${domainEvents.moment} is not null and ${domainEvents.eventId} = any(${sql.param(
        moments.map(({ eventId }) => eventId),
      )}::int[])`,
    )
  const keyOf = (row: { eventId: number | null; type: string; moment?: Date | null }) =>
    `${row.eventId} ${row.type} ${row.moment?.getTime()}`
  const keys = new Set(known.map(keyOf))
  return moments.filter((moment) => !keys.has(keyOf(moment)))
}

function byTime(one: Moment, other: Moment) {
  return one.occurredAt.getTime() - other.occurredAt.getTime() || one.eventId - other.eventId
}

function momentsOf(event: Event, heard: Heard | null, { now, timeZone }: TimeContext): Moment[] {
  const { id: eventId, status, cancelledAt } = event
  const published = appearsAt(event)
  const moments: Moment[] = []
  if (published) {
    moments.push({ type: 'event.published', eventId, moment: published, occurredAt: published })
  }
  const [moment, span] = [eventStart(event), heldSpan(event, heard, timeZone)]
  if (!moment || !span || cancelledAt) return moments
  // An event in pre-registration has no confirmed date. Record its start and end as domain events that are already
  // processed, so that webhooks do not report them.
  const isSilent = status === 'pre_registration'
  moments.push({ type: 'event.started', eventId, moment, occurredAt: span.from, isSilent })
  // If an administrator sets an event to completed before its planned end, the event ends now.
  const isClosed = status === 'completed' && span.from <= now && now < span.until
  const endedAt = isClosed ? now : span.until
  moments.push({ type: 'event.ended', eventId, moment, occurredAt: endedAt, isSilent })
  return moments
}

/**
 * Records past publications, starts and ends of all events as already processed, unless the database contains domain
 * events. An upgraded or restored database must not announce its past.
 */
export async function recordHistory(db: Db, { now, timeZone }: TimeContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table domain_events in share row exclusive mode`)
    if ((await tx.select({ id: domainEvents.id }).from(domainEvents).limit(1)).length > 0) return
    const known = await tx
      .select({ event: events, heard: liveStates })
      .from(events)
      .leftJoin(liveStates, eq(liveStates.eventId, events.id))
    const passed = known
      .flatMap(({ event, heard }) => momentsOf(event, heard, { now, timeZone }))
      .filter(({ occurredAt }) => occurredAt <= now)
    await recordPastMoments(tx, passed)
  })
}
