import { sql, type SQL } from 'drizzle-orm'

/**
 * Who a row `p` of `people` is: the `users` row as `u`, or else the latest access to recordings as `v`,
 * which is all that imported viewers have, or else their latest place in a crew as `c`, which holds one name.
 */
export const whoTheyAre = sql`left join users u on u.email = p.email
  left join lateral (select * from video_access a where a.email = p.email and u.id is null
    order by a.id desc limit 1) v on true
  left join lateral (select name as first_name from event_crew h where h.email = p.email
    and u.id is null and v.id is null order by h.id desc limit 1) c on true`

const told = (column: string): SQL =>
  sql`coalesce(u.${sql.identifier(column)}, v.${sql.identifier(column)}, '')`

export const personColumns = sql`p.key, p.email,
  coalesce(u.first_name, v.first_name, c.first_name, '') as "firstName",
  ${told('last_name')} as "lastName", ${told('company')} as company, ${told('job_title')} as "jobTitle",
  p.created_at as "createdAt"`
