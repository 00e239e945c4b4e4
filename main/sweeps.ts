import { sweepAuditLog } from '#features/administrators/server/audit-log.ts'
import { sweepRepeatableWrites } from '#features/api-keys/server/idempotency-key.ts'
import { sweepApprovals } from '#features/crew/server/settle-approval.ts'
import { sweepErasures } from '#features/erasure/server/complete-erasure.ts'
import { sweepStatuses } from '#features/events/server/statuses.ts'
import { sweepMoments } from '#features/events/server/sweep-moments.ts'
import { sweepImports } from '#features/imports/server/import-batch.ts'
import { sweepUsage } from '#features/library/server/usage-sums.ts'
import { sweepAddresses } from '#features/library/server/usage.ts'
import { requestReading } from '#features/mails/server/bounce-mailbox.ts'
import { sweepLinkRequests } from '#features/mails/server/link-requests.ts'
import { sweepMails } from '#features/mails/server/plan.ts'
import { sweepEndedSeries } from '#features/newsletter/server/series-subscriptions.ts'
import { sweepSubscribers } from '#features/newsletter/server/sync-subscriber.ts'
import { sweepWeeklySummaries } from '#features/reports/server/weekly-summary.ts'
import { sweepSeriesRegistrations } from '#features/series-registrations/server/place-people.ts'
import { sweepCodes } from '#features/sign-in/server/code.ts'
import { sweepSessions } from '#features/sign-in/server/session.ts'
import { sweepVisitors } from '#features/sources/server/visitor-mark.ts'
import { sweepWaitlists } from '#features/waitlist/server/seats.ts'
import { sweepWebhooks } from '#features/webhooks/server/sweep-webhooks.ts'
import { sweepAttendance } from '#features/webinars/server/attendance-reports.ts'
import { sweepWebinarSeats } from '#features/webinars/server/enqueue-webinar-seats.ts'
import { sweepWebinarCapacities } from '#features/webinars/server/webinar-capacity.ts'
import { dayInZone } from '#kernel/event-time.ts'
import { requestDailyBackup } from '#platform/backups/make-backup.ts'
import { sweepDomainEvents } from '#platform/domain-events/record-events.ts'
import { sweepJobs } from '#platform/jobs/waiting-jobs.ts'
import { mailKinds } from './mail-kinds.ts'
import type { Deps } from '#platform/deps.ts'

/**
 * Returns the steps of a sweep, a job that runs every half minute on one of the nodes. If a step fails, the
 * others still run.
 */
export function sweeps(deps: Deps): [name: string, sweep: () => Promise<unknown>][] {
  const { db, jobs, settings } = deps
  const time = deps.time()
  return [
    ['statuses', () => sweepStatuses(db, time)],
    ['moments', () => sweepMoments(db, time)],
    ['approvals', () => sweepApprovals(db, time)],
    ['imports', () => sweepImports(db, time.now)],
    ['webhooks', () => sweepWebhooks(db, time.now)],
    ['waiting lists', () => sweepWaitlists(db, jobs, time.now)],
    ['series registrations', () => sweepSeriesRegistrations(db, jobs, time)],
    ['ended series registrations', () => sweepEndedSeries(db, time.now)],
    ['weekly summaries', () => sweepWeeklySummaries(db, jobs, time)],
    ['messages', () => sweepMails(db, jobs, time, mailKinds)],
    ['seats', async () => settings().zoom && sweepWebinarSeats(db, jobs, time)],
    ['attendance', async () => settings().zoom && sweepAttendance(db, jobs, time)],
    ['webinar capacities', async () => settings().zoom && sweepWebinarCapacities(db, jobs, time)],
    ['mailing list', async () => settings().mailerlite && sweepSubscribers(db, jobs, time.now)],
    ['backup', async () => settings().backup && requestDailyBackup(db, jobs, time)],
    ['bounces', async () => settings().bounceMailbox && requestReading(db, jobs)],
    ['sessions', () => sweepSessions(db, time.now)],
    ['codes', () => sweepCodes(db, time.now)],
    ['link requests', () => sweepLinkRequests(db, time.now)],
    ['addresses', () => sweepAddresses(db, settings().keepAddressesDays, time.now)],
    ['usage', () => sweepUsage(db, settings().keepUsageMonths, time)],
    ['visitors', () => sweepVisitors(db, dayInZone(time.now, time.timeZone))],
    ['audit log', () => sweepAuditLog(db, settings().keepAuditMonths)],
    ['domain events', () => sweepDomainEvents(db, settings().keepAuditMonths, time.now)],
    ['answers to programs', () => sweepRepeatableWrites(db, time.now)],
    ['erasures', () => sweepErasures(db, jobs)],
    ['jobs', () => sweepJobs(db)],
  ]
}
