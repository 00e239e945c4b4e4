import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'

/**
 * Returns the query to pass to recordSelected for one domain event per registration that the SQL condition `which`
 * selects (`r` is the registration). If registrations are to be deleted, call it before. Skips registrations of erased
 * people.
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
