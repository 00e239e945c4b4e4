import { sql, type SQL } from 'drizzle-orm'
import type { Reports } from '#shared/contract/desk-figures.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { readStretches } from './read-stretches.ts'

type Days = Reports['registrations'][number]['days']
type Stretch = Days[number] & { eventId: number }

/** Registrations of each event by day, days without any left out, oldest first. */
export async function listRegistrationDays(
  db: Db,
  turns: Turns,
  timeZone: string,
): Promise<Reports['registrations']> {
  const query = (isWithin: SQL) => sql`
    select event_id as "eventId",
      to_char((created_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      (count(*) filter (where registration_type = 'confirmed'))::int as confirmed,
      (count(*) filter (where registration_type = 'pre_registration'))::int as "preRegistered"
    from ${eventRegistrations} where ${isWithin} group by 1, 2`
  const days = new Map<string, Stretch>()
  for await (const rows of readStretches<Stretch>(db, turns, eventRegistrations, query)) {
    for (const row of rows) {
      const key = `${row.eventId} ${row.day}`
      const before = days.get(key) ?? { ...row, confirmed: 0, preRegistered: 0 }
      days.set(key, {
        ...row,
        confirmed: before.confirmed + row.confirmed,
        preRegistered: before.preRegistered + row.preRegistered,
      })
    }
  }
  const ordered = [...days.values()].toSorted(
    (one, other) => one.eventId - other.eventId || (one.day < other.day ? -1 : 1),
  )
  const events = Map.groupBy(ordered, ({ eventId }) => eventId)
  return [...events].map(([eventId, own]) => ({
    eventId,
    days: own.map(({ day, confirmed, preRegistered }) => ({ day, confirmed, preRegistered })),
  }))
}
