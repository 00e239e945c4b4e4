import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import type { Moment } from '#server/events/present-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lockEvents, refuseFinished } from '#server/registrations/lock-events.ts'
import { addDueDeliveries } from './add-due-deliveries.ts'

/**
 * Sends confirmations to the imported registrants of an event who have none, and says to how many; a
 * dry run only counts. Throws 404 for an unknown event and 409 for a finished one.
 */
export async function sendConfirmations(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  eventId: number,
  { dryRun, ...moment }: Moment & { dryRun: boolean },
): Promise<{ people: number }> {
  return db.transaction(async (tx) => {
    const [event] = await lockEvents(tx, [eventId])
    refuseFinished([event!], moment)
    const kind = 'registration_confirmed'
    if (!dryRun) {
      return { people: await addDueDeliveries(tx, jobs, event!, { kind, occasion: '' }) }
    }
    const { rows } = await tx.execute<{ people: number }>(sql`
      select count(*)::int as people from event_registrations r join users u on u.id = r.user_id
      where r.event_id = ${eventId} and r.registration_type = 'confirmed'
        and r.registration_source = 'import' and not exists (select from message_deliveries d
          where d.kind = ${kind} and d.email = u.email and d.event_id = r.event_id and d.occasion = '')`)
    return { people: rows[0]?.people ?? 0 }
  })
}
