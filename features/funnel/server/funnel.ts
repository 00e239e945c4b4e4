import { sql, type SQL } from 'drizzle-orm'
import type { FunnelFilter, FunnelRow } from '#features/funnel/contract.ts'
import { mostViewKeys, otherKey, stages, unsourced } from '#features/funnel/rules.ts'
import { readViaLabels } from '#features/crew/server/via-labels.ts'
import { listBegunEvents, wasSeenByZoom } from '#features/events/server/who-attended.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db } from '#platform/db/open.ts'
import type { Turns } from '#platform/db/read-in-turns.ts'
import { isForEvent, isIn, isInPeriod, keyOf, withStages } from './registrations-of-funnel.ts'

type Registered = Omit<FunnelRow, 'label' | 'views' | 'formsOpened'>
type Viewed = Pick<FunnelRow, 'key' | 'views' | 'formsOpened'>

/** Returns the rows of the funnel, most registrations first. */
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
  const labels =
    filter.by === 'via'
      ? await turns(() => readViaLabels(db, [...rows.keys()]))
      : new Map<string, string>()
  const labelled = [...rows.values()].map((row) => {
    const label = labels.get(row.key)
    return label === undefined ? row : { ...row, label }
  })
  return labelled.toSorted(
    (one, other) =>
      other.registered - one.registered ||
      other.views - one.views ||
      (one.key < other.key ? -1 : 1),
  )
}

type Counts = Omit<Registered, 'key'>
const none: Counts = { registered: 0, attended: 0, watched25: 0, watched50: 0, watched90: 0 }

type Counted = Omit<Registered, 'attended'> & {
  eventId: number
  isSeen: boolean
  attendedByZoom: number
  attendedByLinks: number
}

/**
 * Counts registrations by key. All stages are counted by one statement, so that simultaneous changes cannot make a stage
 * larger than the one before.
 */
async function countRegistered(db: Db, turns: Turns, filter: FunnelFilter, time: TimeContext) {
  const { eventId } = filter
  const known = await listBegunEvents(
    db,
    turns,
    time,
    eventId === undefined ? undefined : [eventId],
  )
  const selection = {
    begun: known.map(({ event }) => event.id),
    columns: sql`r.event_id, ${keyOf(filter.by)} as key, (${isInPeriod(filter, time.timeZone)}) as "isInPeriod"`,
    from: sql`event_registrations`,
    isMeant: isForEvent(eventId),
  }
  const count = (isMeant: SQL) => sql`(count(*) filter (where "isInPeriod" and ${isMeant}))::int`
  const counts = (['registered', 'watched25', 'watched50', 'watched90'] as const).map(
    (stage) => sql`${count(isIn(stage, sql`true`))} as ${sql.identifier(stage)}`,
  )
  // Whether Zoom saw registrants of an event is known only after all of its rows are read, so count both ways.
  const { rows } = await turns(() =>
    db.execute<Counted>(sql`
      select key, event_id as "eventId", bool_or(${wasSeenByZoom}) as "isSeen", ${sql.join(counts, sql`, `)},
        ${count(isIn('attended', sql`true`))} as "attendedByZoom",
        ${count(isIn('attended', sql`false`))} as "attendedByLinks"
      from ${withStages(selection)} reached group by key, event_id`),
  )
  const isZoomKnown = new Set([
    ...known.filter(({ report }) => report?.state === 'ready').map(({ event }) => event.id),
    ...rows.filter(({ isSeen }) => isSeen).map((row) => row.eventId),
  ])
  const sums = new Map<string, Registered>()
  for (const {
    key,
    eventId: ofEvent,
    isSeen: _,
    attendedByZoom,
    attendedByLinks,
    ...row
  } of rows) {
    if (row.registered === 0) continue
    const attended = isZoomKnown.has(ofEvent) ? attendedByZoom : attendedByLinks
    const before = sums.get(key) ?? { key, ...none }
    const added: Counts = { ...row, attended }
    for (const stage of stages) before[stage] += added[stage]
    sums.set(key, before)
  }
  return sums
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
