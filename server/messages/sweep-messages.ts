import type { TimeContext } from '#shared/time-context.ts'
import type { Db } from '#server/db/open.ts'
import { events } from '#server/db/tables/events.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { runSteps } from '#server/jobs/run-steps.ts'
import { addDueOutboxEntries } from './add-due-deliveries.ts'
import { listDueNotifications } from './list-due-matters.ts'
import { requeueOutboxEntries } from './requeue-deliveries.ts'

/**
 * Plans what the clock and the organiser's edits bring about: reminders, confirmed and moved dates,
 * cancellations, recordings. Running it again, or on two nodes at once, plans nothing twice. An event
 * that cannot be planned for holds up no other.
 */
export async function sweepMails(db: Db, jobs: Pick<Jobs, 'send'>, time: TimeContext) {
  const rows = await db.select().from(events)
  async function plan(event: (typeof rows)[number]) {
    for (const notification of listDueNotifications(event, time)) {
      await db.transaction((tx) => addDueOutboxEntries(tx, jobs, event, notification))
    }
  }
  await runSteps([
    ...rows.map((event) => [`event ${event.id}`, () => plan(event)] as const),
    ['lost jobs', () => requeueOutboxEntries(db, jobs)],
  ])
}
