import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { hasReadyRecording, heldSpan, type Heard } from '#features/events/rules.ts'
import { type clockEvents, keepDays } from '#features/webhooks/rules.ts'
import { eventStart, type TimeContext } from '#kernel/event-time.ts'
import { appearsAt } from '#kernel/publishing.ts'
import type { Db } from '#platform/db/open.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { events, isPublishedAt } from '#schema/events.ts'
import { liveStates } from '#schema/webinars.ts'

const dayMs = 24 * 60 * 60_000
/** What came about longer ago, while no node ran, is no news. */
const newsMs = 7 * dayMs
/** None that names no end of its own lasts longer, whatever is heard of it. */
const longestHeardMs = 30 * dayMs
/** How many deliveries one sweep forgets. */
const portion = 10_000

/** What the clock brings about for webhooks: the moments of events, and the end of old deliveries. */
export function sweepWebhooks(db: Db, time: TimeContext): Promise<void> {
  return runSteps([
    ['moments', () => announceMoments(db, time)],
    ['old deliveries', () => forgetOldCalls(db, time.now)],
  ])
}

type Moment = {
  eventId: number
  type: (typeof clockEvents)[number]
  key: Date
  at: Date
  /** Of an event that nobody could register for: marked, so that it is no news later, and told to nobody. */
  isUntold?: boolean
}

/**
 * Tells of events that were published by their moment, began or ended, each once: a mark is made in the same
 * statement, by the moment that was planned, whatever was heard since. A webhook hears of what came after it, and
 * what nobody wants to hear of is marked as well, so that whoever wants to from now on hears what comes from now on.
 */
export async function announceMoments(db: Db, { now, timeZone }: TimeContext) {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    select min(active_since) as since from webhooks where off_since is null`)
  const [{ since } = { since: null }] = rows
  if (since === null) return
  const earliest = new Date(Math.max(new Date(since).getTime(), now.getTime() - newsMs))
  const begunSince = new Date(earliest.getTime() - longestHeardMs)
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
            or(gte(events.startsAt, begunSince), gte(events.endsAt, begunSince)),
          ),
        ),
      ),
    )
  const moments = found
    .flatMap(({ event, heard }) => momentsOf(event, heard, { now, timeZone }))
    .filter(({ at }) => at >= earliest && at <= now)
  if (moments.length > 0) await announceOnce(db, moments)
}

function momentsOf(
  event: typeof events.$inferSelect,
  heard: Heard | null,
  { now, timeZone }: TimeContext,
): Moment[] {
  const { id: eventId, status, cancelledAt } = event
  const published = appearsAt(event)
  const moments: Moment[] = []
  if (published) {
    moments.push({ eventId, type: 'event.published', key: published, at: published })
    // What becomes ready later is told by the trigger, which makes the same mark.
    if (hasReadyRecording(event)) {
      moments.push({ eventId, type: 'recording.ready', key: published, at: published })
    }
  }
  const [key, span] = [eventStart(event), heldSpan(event, heard, timeZone)]
  if (!key || !span || cancelledAt) return moments
  const isUntold = status === 'pre_registration'
  moments.push({ eventId, type: 'event.started', key, at: span.from, isUntold })
  // Whoever closes an event by hand ends it.
  const isClosed = status === 'completed' && span.from <= now && now < span.until
  moments.push({ eventId, type: 'event.ended', key, at: isClosed ? now : span.until, isUntold })
  return moments
}

async function announceOnce(db: Db, moments: Moment[]) {
  const column = (values: unknown[]) => sql.param(values)
  const ids = column(moments.map(({ eventId }) => eventId))
  const types = column(moments.map(({ type }) => type))
  const keys = column(moments.map(({ key }) => key.toISOString()))
  const ats = column(moments.map(({ at }) => at.toISOString()))
  const untold = column(moments.map(({ isUntold = false }) => isUntold))
  await db.execute(sql`
    with come as (
      select * from unnest(${ids}::int[], ${types}::text[], ${keys}::timestamptz[], ${ats}::timestamptz[],
        ${untold}::boolean[]) as m (event_id, type, key, at, is_untold)),
    fresh as (
      insert into webhook_moments (event_id, type, at) select event_id, type, key from come
      on conflict do nothing returning event_id, type, at)
    insert into webhook_deliveries (webhook_id, type, event_id, occurred_at)
    select w.id, come.type, come.event_id, come.at
    from fresh join come on come.event_id = fresh.event_id and come.type = fresh.type and come.key = fresh.at
    join webhooks w on w.off_since is null and come.type = any(w.events) and w.active_since <= come.at
    where not come.is_untold order by come.at, come.event_id, come.type desc for key share of w`)
}

async function forgetOldCalls(db: Db, now: Date) {
  const before = new Date(now.getTime() - keepDays * dayMs).toISOString()
  await db.execute(sql`delete from webhook_deliveries where id = any(array(
    select id from webhook_deliveries where state <> 'waiting' and ended_at < ${before}
    limit ${portion}))`)
}
