import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'

/**
 * Selects a `registration.cancelled` for each registration `r` that fits `which`, for recordSelected. It comes before
 * the rows are deleted; registrations of erased people are nobody's and record nothing.
 */
export function cancellationsOf(which: SQL, cause: DomainEventCause): SQL {
  return sql`select 'registration.cancelled' as type, ${cause}::text as cause, r.event_id, r.id as registration_id,
      u.person_key, null::text as topic
    from event_registrations r join users u on u.id = r.user_id where ${which} order by r.id`
}
