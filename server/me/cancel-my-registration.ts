import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { eventRegistrations, users } from '#server/db/tables/people.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { cancelRegistration } from '#server/people/cancel-registration.ts'
import { Refusal } from '#server/refusal.ts'

/** Cancels a registration of the person with this address; 404 for anybody else's. */
export async function cancelOwnRegistration(
  db: Db,
  email: string,
  id: number,
  { jobs, now }: { jobs: Pick<Jobs, 'send'>; now: Date },
): Promise<{ id: number; eventId: number }> {
  const own = await db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.id, id), eq(users.email, email)))
  if (own.length === 0) throw new Refusal('no_such_registration')
  return cancelRegistration(db, id, { actor: null, jobs, now })
}
