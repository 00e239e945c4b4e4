import { and, eq } from 'drizzle-orm'
import { isOnItsDay } from '#shared/event-time.ts'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, events, users } from '#server/db/schema.ts'
import type { Moment } from '#server/events/present-event.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addDeliveries, type NewDelivery } from '#server/messages/add-deliveries.ts'
import { checkKnownEmail } from '#server/session/check-known-email.ts'

type Wish =
  | { kind: 'join_link'; email: string; eventId: number }
  | { kind: 'library_link' | 'resubscribe_link'; email: string }

/** One mail an hour and address at most, however often it is asked for. */
function hourOf(now: Date) {
  return now.toISOString().slice(0, 13)
}

async function isEntitled(db: Db, wish: Wish, moment: Moment): Promise<boolean> {
  if (wish.kind !== 'join_link') {
    return wish.kind === 'resubscribe_link' || checkKnownEmail(db, wish.email)
  }
  const [found] = await db
    .select({ event: events })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(
      and(
        eq(users.email, wish.email),
        eq(events.id, wish.eventId),
        eq(eventRegistrations.registrationType, 'confirmed'),
      ),
    )
  return Boolean(found && isOnItsDay(found.event, moment.now, moment.timeZone))
}

/**
 * Sends a link by mail to whom it belongs; does nothing for anybody else. The caller answers the same
 * in both cases.
 */
export async function requestLink(
  db: Db,
  wish: Wish,
  { jobs, ...moment }: Moment & { jobs: Jobs },
): Promise<void> {
  if (!(await isEntitled(db, wish, moment))) return
  const delivery: NewDelivery = { ...wish, occasion: hourOf(moment.now) }
  await db.transaction((tx) => addDeliveries(tx, jobs, [delivery]))
}
