import { sql } from 'drizzle-orm'
import { countFailedMails, oldestMailSeconds } from '#features/mails/server/mail-troubles.ts'
import { webhookFigures } from '#features/webhooks/server/webhooks.ts'
import { countDueByQueue, lastSweepSeconds } from '#platform/jobs/waiting-jobs.ts'
import type { DatabaseGauge } from '#platform/metrics/site-metrics.ts'

/**
 * Prometheus metrics that are read from the database at each scrape, in one statement. Each SQL expression needs a
 * partial index, so that the statement is fast with 100,000 people. `deploy/alerts.yml` uses the names of the metrics.
 */
export const gauges: DatabaseGauge[] = [
  {
    name: 'greenroom_mail_oldest_waiting_seconds',
    help: 'Age of the oldest due mail, except announcements; 0 if none is due.',
    value: oldestMailSeconds,
  },
  {
    name: 'greenroom_mails_failed',
    help: 'Mails that failed finally in the last three days, except to dead mailboxes, counted up to 1,000.',
    value: countFailedMails,
  },
  {
    name: 'greenroom_seats_failed',
    help: 'Webinar registrations that failed finally in the last three days, counted up to 1,000.',
    value: sql`(select count(*)::int from (select from webinar_seats s
      where s.state = 'failed' and s.tried_at > now() - interval '3 days' limit 1000) failed)`,
  },
  {
    name: 'greenroom_webhooks_off',
    help: 'Webhooks that were switched off automatically.',
    value: webhookFigures.off,
  },
  {
    name: 'greenroom_webhooks_failing',
    help: 'Webhooks that are on and whose last calls failed.',
    value: webhookFigures.failing,
  },
  {
    name: 'greenroom_webhook_deliveries_failed',
    help: 'Webhook deliveries that failed finally in the last three days, counted up to 1,000.',
    value: webhookFigures.failed,
  },
  {
    name: 'greenroom_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest pending delivery of a webhook that is on; 0 if none is pending.',
    value: webhookFigures.oldestSeconds,
  },
  {
    name: 'greenroom_sweep_age_seconds',
    help: 'Seconds since the last sweep in which no step failed.',
    value: lastSweepSeconds,
  },
  {
    name: 'greenroom_copy_age_seconds',
    help: 'Age of the last verified backup of the database; absent without one.',
    value: sql`(select extract(epoch from now() - max(made_at))::float8 from backups
      where failure is null)`,
  },
  {
    name: 'greenroom_jobs_due',
    help: 'Jobs that are due but not started, by queue, each counted up to 1,000.',
    value: countDueByQueue,
    label: 'queue',
  },
]
