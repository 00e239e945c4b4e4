import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'

/**
 * Whoever the webinar saw counts as joined, whichever link they took: of `registrations` (a query of
 * ids), those with marks.
 */
export async function noteCame(tx: Transaction, registrations: SQL): Promise<void> {
  const came = sql`(select registration_id, min(at) as at from attendance_marks
    where step = 1 and registration_id in (${registrations}) group by registration_id)`
  await tx.execute(sql`update webinar_seats s set attended_at = least(s.attended_at, c.at)
    from ${came} c where c.registration_id = s.registration_id`)
  await tx.execute(sql`insert into joins as known (registration_id, join_count, first_joined_at)
    select c.registration_id, 1, c.at from ${came} c
    on conflict (registration_id) do update
      set first_joined_at = least(known.first_joined_at, excluded.first_joined_at)`)
}
