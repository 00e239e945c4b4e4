import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'

/**
 * Selects a domain event for each registration `r` that matches `which`, for recordSelected. Record
 * cancellations before their rows are deleted. Registrations of erased people have no user and record nothing.
 */
export function eventsOfRegistrations(
  type: 'registration.upgraded' | 'registration.cancelled',
  which: SQL,
  cause: DomainEventCause,
): SQL {
  return sql`select ${type}::text as type, ${cause}::text as cause, r.event_id, r.id as registration_id,
      u.person_key, null::text as topic
    from event_registrations r join users u on u.id = r.user_id where ${which} order by r.id`
}
