import { sql, type SQL } from 'drizzle-orm'
import type { DomainEventCause } from '#kernel/domain-events.ts'

/**
 * Returns a query for recordSelected: one domain event for each registration `r` that matches the condition
 * `which`. Record cancellations before the registrations are deleted. Registrations of erased people have no user
 * and yield no domain event.
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
