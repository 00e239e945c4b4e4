import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/db/open.ts'

/**
 * Stores the time at which each registrant first joined according to Zoom, whichever link the registrant used.
 * `registrations` is a query of registration ids.
 */
export async function markAttended(tx: Transaction, registrations: SQL): Promise<void> {
  const came = sql`(select registration_id, min(at) as at from attendance_marks
    where step = 1 and registration_id in (${registrations}) group by registration_id)`
  await tx.execute(sql`update webinar_seats s set attended_at = least(s.attended_at, c.at)
    from ${came} c where c.registration_id = s.registration_id`)
  await tx.execute(sql`insert into joins as known (registration_id, join_count, first_joined_at)
    select c.registration_id, 1, c.at from ${came} c
    on conflict (registration_id) do update
      set first_joined_at = least(known.first_joined_at, excluded.first_joined_at)`)
}

type Stay = { from: Date; until: Date }

/** Merges time ranges that touch or overlap, as those of two devices do. */
export function mergeStays(stays: Stay[]): Stay[] {
  const united: Stay[] = []
  for (const { from, until } of stays.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = united.at(-1)
    if (!last || from > last.until) united.push({ from, until })
    else if (until > last.until) last.until = until
  }
  return united
}

/**
 * Returns SQL for the seconds that each registrant attended; `registrations` is a query for their ids. Zoom's report
 * decides; for registrants who are not in it, the webhooks about joining and leaving do.
 * Someone who joined and did not leave stayed until `until`; a "left" without a "joined" is ignored.
 */
export function attendanceSeconds(registrations: SQL, until: Date): SQL {
  const inOrder = sql`partition by registration_id order by at, step desc`
  return sql`(
    select registration_id,
      sum(extract(epoch from greatest(coalesce(next, ${until.toISOString()}::timestamptz), at) - at)
      ) filter (where depth - least(0, lowest) > 0)::float8 as seconds
    from (
      select registration_id, at, depth, lead(at) over (${inOrder}) as next,
        min(depth) over (${inOrder} rows unbounded preceding) as lowest
      from (
        select m.registration_id, m.at, m.step, sum(m.step) over (
          partition by m.registration_id order by m.at, m.step desc) as depth
        from attendance_marks m
        where m.registration_id in (${registrations}) and m.source = (
          -- 'reported' comes before 'told'.
          select min(o.source) from attendance_marks o where o.registration_id = m.registration_id)
      ) steps
    ) depths
    group by registration_id)`
}
