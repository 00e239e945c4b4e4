import { sql, type SQL } from 'drizzle-orm'

/**
 * The seconds that somebody stayed, for each registration of `registrations` (a query of ids): as the
 * report says where it names them, else by what was heard, whose last stay goes on until `until`. A going
 * without a coming, whose call was lost, is nobody's.
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
