import { and, sql, type SQL } from 'drizzle-orm'
import type { FunnelFilter } from '#features/funnel/contract.ts'
import { type Grouping, type Stage, unsourced, watchedShares } from '#features/funnel/rules.ts'
import { addDays } from '#features/events/rules.ts'
import { watchedShare } from '#features/library/server/watch-progress.ts'
import { hasAttended, listBegunEvents, presence } from '#features/reports/server/attendance.ts'
import { programSource } from '#kernel/api-scopes.ts'
import { instantInZone, type TimeContext } from '#kernel/event-time.ts'
import { importSource, noSource } from '#kernel/values.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { eventRegistrations } from '#schema/registrations.ts'

const { createdAt, eventId, firstTouch, registrationSource } = eventRegistrations

/** Source of registrations without one, by how they were added. */
const withoutSource = sql`case ${registrationSource} when ${importSource} then ${unsourced.import}::text
  when ${programSource} then ${unsourced.api}::text else ${unsourced.direct}::text end`

/** Landing page of older registrations, which have no first touch: the partner's path of their form. */
const formerPath = sql`case when ${registrationSource} not in
  (${noSource}::text, ${importSource}::text, ${programSource}::text) then '/' || ${registrationSource} end`

const groups: Record<Grouping, SQL> = {
  path: sql`coalesce(${firstTouch} ->> 'path', ${formerPath}, ${withoutSource})`,
  source: sql`coalesce(${firstTouch} ->> 'utm_source', ${withoutSource})`,
  campaign: sql`coalesce(${firstTouch} ->> 'utm_campaign', ${withoutSource})`,
  via: sql`coalesce(${firstTouch} ->> 'via', ${withoutSource})`,
}

/** Returns SQL for the key of a registration in the funnel. */
export const keyOf = (grouping: Grouping) => groups[grouping]

/** Returns the SQL condition that a registration matches the filter. The first and the last day are included. */
export function isInFilter(filter: FunnelFilter, timeZone: string): SQL | undefined {
  const start = (day: string) =>
    sql`${instantInZone(day, '00:00', timeZone).toISOString()}::timestamptz`
  return and(
    filter.eventId === undefined ? undefined : sql`${eventId} = ${filter.eventId}::int`,
    filter.from === undefined ? undefined : sql`${createdAt} >= ${start(filter.from)}`,
    filter.to === undefined ? undefined : sql`${createdAt} < ${start(addDays(filter.to, 1))}`,
  )
}

/** Ids of events that have begun, and of those whose registrants Zoom saw. */
export type Begun = { ids: number[]; seen: number[] }

/** Returns which events have begun, and for which of them Zoom's records decide who attended. */
export async function readBegun(
  db: Db,
  turns: Turns,
  { time, only }: { time: TimeContext; only: number | undefined },
): Promise<Begun> {
  const begun = await listBegunEvents(db, turns, time, only === undefined ? undefined : [only])
  const ids = begun.map(({ event }) => event.id)
  const reported = begun.filter(({ report }) => report?.state === 'ready')
  const { rows } = await turns(() =>
    db.execute<{ id: number }>(sql`
      select distinct r.event_id as id from event_registrations r join (
        select registration_id from attendance_marks
        union all select registration_id from webinar_seats where attended_at is not null) seen
        on seen.registration_id = r.id
      where r.event_id = any(${sql.param(ids)}::int[])`),
  )
  return { ids, seen: [...reported.map(({ event }) => event.id), ...rows.map(({ id }) => id)] }
}

const conditions: Record<Stage, SQL> = {
  registered: sql`true`,
  attended: sql`attended`,
  watched25: sql`share >= ${watchedShares.watched25}::float8`,
  watched50: sql`share >= ${watchedShares.watched50}::float8`,
  watched90: sql`share >= ${watchedShares.watched90}::float8`,
}

/** Returns the SQL condition that a row of `withStages` is in the stage. */
export const isIn = (stage: Stage) => conditions[stage]

/**
 * Returns SQL for registrations with `attended` and the share `share` of the recording that the registrant watched.
 * `registrations` is a query or the name of rows with `id`, `event_id` and `user_id`.
 */
export function withStages(registrations: SQL, { ids, seen }: Begun): SQL {
  const isZoomKnown = sql`p.event_id = any(${sql.param(seen)}::int[])`
  const ofPart = sql`any(array(select id from ${registrations} part))`
  return sql`(
    select p.id, (p.event_id = any(${sql.param(ids)}::int[]) and ${hasAttended(isZoomKnown)}) as attended, p.share
    from (
      select p.id, p.event_id, ${presence}, w.share
      from ${registrations} p
      left join (select distinct registration_id from attendance_marks where registration_id = ${ofPart}) t
        on t.registration_id = p.id
      left join (select * from webinar_seats where registration_id = ${ofPart} offset 0) s on s.registration_id = p.id
      left join (select * from joins where registration_id = ${ofPart} offset 0) j on j.registration_id = p.id
      left join ${sharesOf(registrations)} w on w.id = p.id) p)`
}

/** Returns SQL for the share of the recording that each registrant watched, on all devices. */
function sharesOf(registrations: SQL): SQL {
  const share = watchedShare({ watched: sql`watched`, duration: sql`duration` })
  return sql`(
    select id, ${share} as share from (
      select p.id, range_agg(w.watched) as watched,
        (array_agg(w.duration order by w.updated_at desc))[1] as duration
      from ${registrations} p join users u on u.id = p.user_id
      join (
        select email, event_id, watched, duration, updated_at from watch_progress
        union all select email, event_id, watched, duration, updated_at from session_watch_progress) w
        on w.email = u.email and w.event_id = p.event_id
      group by p.id) whole)`
}
