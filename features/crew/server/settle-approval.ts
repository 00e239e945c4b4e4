import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { awaitsApproval } from '#features/events/rules.ts'
import { type EventRow, lockEvent } from '#features/events/server/event-rows.ts'
import { areGuestsAgreed } from '#features/events/server/guest-approvals.ts'
import { updateEvent } from '#features/events/server/write-events.ts'
import type { DomainEventCause } from '#kernel/domain-events.ts'
import type { TimeContext } from '#kernel/event-time.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { runSteps } from '#platform/jobs/run-job.ts'
import { events } from '#schema/events.ts'

/** What happens to a recording that waits for its guests when one of them leaves the crew. */

/**
 * Publishes the recording of a locked event if it waits only for guests who have left the crew: all remaining guests
 * approved it, and none who left refused it. Without any guest, it waits for the organiser.
 */
export async function settleApproval(
  tx: Transaction,
  event: EventRow,
  time: TimeContext & { cause: DomainEventCause },
): Promise<void> {
  if (!awaitsApproval(event) || !(await areGuestsAgreed(tx, event.id, event.videoUrl!))) return
  await updateEvent(tx, event, { approvedAt: time.now }, time)
}

/** Settles the approvals of all waiting recordings, after erasures and merges of guests, which lock no events. */
export async function sweepApprovals(db: Db, time: TimeContext): Promise<void> {
  const { id, needsApproval, approvedAt, recordingReady, videoUrl, cancelledAt } = events
  const isWaiting = and(
    eq(needsApproval, true),
    isNull(approvedAt),
    eq(recordingReady, true),
    isNotNull(videoUrl),
    isNull(cancelledAt),
  )
  const waiting = await db.select({ id }).from(events).where(isWaiting).orderBy(id)
  await runSteps(
    waiting.map((row) => [
      `approval of event ${row.id}`,
      () =>
        db.transaction(async (tx) => {
          const { event } = await lockEvent(tx, row.id)
          await settleApproval(tx, event, { ...time, cause: 'clock' })
        }),
    ]),
  )
}
