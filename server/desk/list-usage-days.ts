import { sql, type SQL } from 'drizzle-orm'
import type { Reports } from '#shared/contract/desk-figures.ts'
import { accessTypes } from '#shared/values.ts'
import type { Db } from '#server/db/open.ts'
import { memberPageAccess } from '#server/db/tables/sessions.ts'
import { createPortions } from './create-portions.ts'
import type { Turns } from './create-turns.ts'

type Day = Reports['usage'][number]

const daysAtOnce = { first: 1, least: 1, most: 1000 }
const types = sql.param([...accessTypes])

/** Use of the library by day, days without any left out, oldest first: a few days at once, by an index. */
export async function listUsageDays(db: Db, turns: Turns, timeZone: string): Promise<Day[]> {
  const dayOf = (moment: SQL) => sql`(${moment} at time zone ${timeZone})::date`
  // For each type, both ends of an index.
  const ends = accessTypes.map(
    (
      type,
    ) => sql`select ${dayOf(sql`min(accessed_at)`)} as first, ${dayOf(sql`max(accessed_at)`)} as last
      from ${memberPageAccess} where access_type = ${type}`,
  )
  const { rows: bounds } = await turns(() =>
    db.execute<{ first: string | null; days: number }>(
      sql`select min(first)::text as first, max(last) - min(first) + 1 as days
        from (${sql.join(ends, sql` union all `)}) ends`,
    ),
  )
  const { first, days = 0 } = bounds[0] ?? {}
  if (!first) return []
  const usage: Day[] = []
  const inPortions = createPortions(turns, daysAtOnce)
  for (let from = 0; from < days;) {
    const begun = from
    const { some, until } = await inPortions(async (size) => {
      const end = Math.min(days, begun + size)
      return { some: await readDays(db, timeZone, [first, begun, end]), until: end }
    })
    usage.push(...some)
    from = until
  }
  return usage
}

async function readDays(db: Db, timeZone: string, [first, from, until]: [string, number, number]) {
  const start = (days: number) =>
    sql`((${first}::date + ${days}::int)::timestamp at time zone ${timeZone})`
  const { rows } = await db.execute<Day>(sql`
    select to_char((accessed_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      (count(*) filter (where access_type = 'page_visit'))::int as visits,
      (count(*) filter (where access_type = 'video_watch'))::int as watches,
      count(distinct email)::int as people
    from ${memberPageAccess}
    where access_type = any(${types}::text[])
      and accessed_at >= ${start(from)} and accessed_at < ${start(until)}
    group by 1 order by 1`)
  return rows
}
