import { sql, type SQL } from 'drizzle-orm'
import type { FunnelFilter } from '#features/funnel/contract.ts'
import { type Grouping, type Stage, unsourced, watchedShares } from '#features/funnel/rules.ts'
import { addDays } from '#features/events/rules.ts'
import { type Begun, isAttendee, presenceColumn } from '#features/events/server/who-attended.ts'
import { sharesByEmail } from '#features/library/server/watch-progress.ts'
import { programSource } from '#kernel/api-scopes.ts'
import { instantInZone } from '#kernel/event-time.ts'
import { importSource, noSource } from '#kernel/values.ts'

/** Rows of `event_registrations` in the queries of this feature. */
const rows = sql`r`

/**
 * Returns SQL for the key of a registration in the funnel. `row` names its row. Older registrations have no first touch;
 * their landing page is the partner's path of their form.
 */
export function keyOf(grouping: Grouping, row = rows): SQL {
  const source = sql`${row}.registration_source`
  const withoutSource = sql`case ${source} when ${importSource} then ${unsourced.import}::text
    when ${programSource} then ${unsourced.api}::text else ${unsourced.direct}::text end`
  const formerPath = sql`case when ${source} not in
    (${noSource}::text, ${importSource}::text, ${programSource}::text) then '/' || ${source} end`
  const touch = (field: string) => sql`${row}.first_touch ->> ${sql.raw(`'${field}'`)}`
  const groups: Record<Grouping, SQL> = {
    path: sql`${touch('path')}, ${formerPath}`,
    source: touch('utm_source'),
    campaign: touch('utm_campaign'),
    via: touch('via'),
  }
  return sql`coalesce(${groups[grouping]}, ${withoutSource})`
}

/** Returns the SQL condition that a registration is in the period. The first and the last day are included. */
export function isInPeriod(
  { from, to }: Pick<FunnelFilter, 'from' | 'to'>,
  timeZone: string,
  row = rows,
): SQL {
  const start = (day: string) =>
    sql`${instantInZone(day, '00:00', timeZone).toISOString()}::timestamptz`
  const first = from === undefined ? sql`true` : sql`${row}.created_at >= ${start(from)}`
  return to === undefined ? first : sql`${first} and ${row}.created_at < ${start(addDays(to, 1))}`
}

/** Returns the SQL condition that a registration is for this event; for all events without one. */
export const isForEvent = (eventId: number | undefined, row = rows) =>
  eventId === undefined ? sql`true` : sql`${row}.event_id = ${eventId}::int`

/** Returns the SQL condition that Zoom's records decide who attended the event of a row `reached` of `withStages`. */
export const isZoomKnown = ({ known }: Begun) =>
  sql`(reached.event_id = any(${sql.param(known)}::int[]))`

const conditions: Record<Exclude<Stage, 'attended'>, SQL> = {
  registered: sql`true`,
  watched25: sql`share >= ${watchedShares.watched25}::float8`,
  watched50: sql`share >= ${watchedShares.watched50}::float8`,
  watched90: sql`share >= ${watchedShares.watched90}::float8`,
}

/** Returns the SQL condition that a row of `withStages` is in the stage. */
export function isIn(stage: Stage, isKnown: SQL): SQL {
  return stage === 'attended' ? sql`"hasBegun" and ${isAttendee(isKnown)}` : conditions[stage]
}

type Selection = {
  /** Columns of the rows `r` to select in addition to the stages. */
  columns: SQL
  /** Rows with `id`, `event_id` and `user_id`, as `r`. */
  from: SQL
  isMeant: SQL
  /** Ids of the events that have begun. */
  begun: number[]
  /** Limits the reads to few registrations; default: all. */
  limits?: { isPresent: SQL; isWatched: SQL }
}

/**
 * Returns SQL for registrations with the columns that `isIn` needs. `offset 0` keeps PostgreSQL from evaluating the
 * columns again for each stage.
 */
export function withStages({ columns, from, isMeant, begun, limits }: Selection): SQL {
  return sql`(
    select ${columns}, w.share, (r.event_id = any(${sql.param(begun)}::int[])) as "hasBegun",
      ${presenceColumn(limits?.isPresent)}
    from ${from} r
      left join (select u.id as user_id, s.event_id, s.share
        from ${sharesByEmail(limits?.isWatched)} s join users u on u.email = s.email) w
        on w.user_id = r.user_id and w.event_id = r.event_id
    where ${isMeant} offset 0)`
}
