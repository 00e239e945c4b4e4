import { sql } from 'drizzle-orm'
import type { FunnelFilter, FunnelRow } from '#features/funnel/contract.ts'
import { mostViewKeys, otherKey, stages, unsourced } from '#features/funnel/rules.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import { readStretches, type Turns } from '#platform/db/read-in-turns.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { isIn, isInFilter, keyOf, readBegun, withStages } from './registrations-of-funnel.ts'

type Registered = Omit<FunnelRow, 'views' | 'formsOpened'>
type Viewed = Pick<FunnelRow, 'key' | 'views' | 'formsOpened'>

/**
 * Returns the funnel of registrations, most registrations first. Each portion of registrations is read by one statement,
 * so that simultaneous changes cannot make a stage larger than the one before.
 */
export async function getFunnel(
  db: Db,
  turns: Turns,
  filter: FunnelFilter,
  time: TimeContext,
): Promise<FunnelRow[]> {
  const registered = await countRegistered(db, turns, filter, time)
  const viewed = await turns(() => countViews(db, filter, [...registered.keys()]))
  const rows = new Map<string, FunnelRow>()
  for (const [key, counts] of registered) rows.set(key, { ...counts, views: 0, formsOpened: 0 })
  for (const { key, ...views } of viewed) {
    rows.set(key, { ...(rows.get(key) ?? { key, ...none }), ...views })
  }
  return [...rows.values()].toSorted(
    (one, other) =>
      other.registered - one.registered ||
      other.views - one.views ||
      (one.key < other.key ? -1 : 1),
  )
}

const none = { registered: 0, attended: 0, watched25: 0, watched50: 0, watched90: 0 }

async function countRegistered(db: Db, turns: Turns, filter: FunnelFilter, time: TimeContext) {
  const begun = await readBegun(db, turns, { time, only: filter.eventId })
  const counts = stages.map(
    (stage) => sql`(count(*) filter (where ${isIn(stage)}))::int as ${sql.identifier(stage)}`,
  )
  const part = sql`part`
  const rows = new Map<string, Registered>()
  const stretches = readStretches<Registered>(
    db,
    turns,
    eventRegistrations,
    (isWithin) => sql`
      with part as materialized (
        select id, event_id, user_id, ${keyOf(filter.by)} as key from ${eventRegistrations}
        where ${isWithin} and ${isInFilter(filter, time.timeZone) ?? sql`true`})
      select key, ${sql.join(counts, sql`, `)}
      from part join ${withStages(part, begun)} reached on reached.id = part.id group by key`,
  )
  for await (const stretch of stretches) {
    for (const row of stretch) {
      const before = rows.get(row.key)
      if (!before) rows.set(row.key, row)
      else for (const stage of stages) before[stage] += row[stage]
    }
  }
  return rows
}

const viewKeys = {
  path: sql`path`,
  source: sql`coalesce(nullif(source, ''), ${unsourced.direct}::text)`,
  campaign: sql`coalesce(nullif(campaign, ''), ${unsourced.direct}::text)`,
  via: sql`coalesce(nullif(via, ''), ${unsourced.direct}::text)`,
}

/** Counts page views by key. `known`: keys that have registrations, which are never counted as `other`. */
async function countViews(db: Db, filter: FunnelFilter, known: string[]) {
  const { eventId, from, to } = filter
  const isMeant = sql.join(
    [
      sql`true`,
      ...(eventId === undefined ? [] : [sql`event_id = ${eventId}::int`]),
      ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
    ],
    sql` and `,
  )
  const { rows } = await db.execute<Viewed>(sql`
    with sums as (
      select ${viewKeys[filter.by]} as key, sum(views) as views, sum(forms_opened) as forms
      from page_views where ${isMeant} group by 1),
    ranked as (select *, row_number() over (order by views desc, key) as place from sums)
    select case when place <= ${mostViewKeys}::int or key = any(${sql.param(known)}::text[])
        then key else ${otherKey}::text end as key,
      sum(views)::float8 as views, sum(forms)::float8 as "formsOpened"
    from ranked group by 1`)
  return rows
}
