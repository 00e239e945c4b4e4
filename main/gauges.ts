import { sql } from 'drizzle-orm'
import { countFailedMails, oldestMailSeconds } from '#features/mails/server/mail-troubles.ts'
import { webhookFigures } from '#features/webhooks/server/webhooks.ts'
import { countDueByQueue, lastSweepSeconds } from '#platform/jobs/waiting-jobs.ts'
import type { DatabaseGauge } from '#platform/metrics/site-metrics.ts'

/**
 * What a scrape reads from the database, in one statement: every line must be cheap at 100,000 people, by
 * an index that holds no more than is counted. The same on every node. `deploy/alerts.yml` names them.
 */
export const gauges: DatabaseGauge[] = [
  {
    name: 'greenroom_mail_oldest_waiting_seconds',
    help: 'Age of the oldest mail that is owed, announcements aside; 0 where none waits.',
    value: oldestMailSeconds,
  },
  {
    name: 'greenroom_mails_failed',
    help: 'Mails given up in the last three days, dead mailboxes aside, counted up to 1,000.',
    value: countFailedMails,
  },
  {
    name: 'greenroom_seats_failed',
    help: 'Webinar seats given up in the last three days, counted up to 1,000.',
    value: sql`(select count(*)::int from (select from webinar_seats s
      where s.state = 'failed' and s.tried_at > now() - interval '3 days' limit 1000) failed)`,
  },
  {
    name: 'greenroom_webhooks_off',
    help: 'Webhooks that were switched off by themselves.',
    value: webhookFigures.off,
  },
  {
    name: 'greenroom_webhooks_failing',
    help: 'Webhooks that are on and of which the last calls failed.',
    value: webhookFigures.failing,
  },
  {
    name: 'greenroom_webhook_deliveries_failed',
    help: 'Deliveries to webhooks given up in the last three days, counted up to 1,000.',
    value: webhookFigures.failed,
  },
  {
    name: 'greenroom_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest delivery that waits for a webhook which is on; 0 where none does.',
    value: webhookFigures.oldestSeconds,
  },
  {
    name: 'greenroom_sweep_age_seconds',
    help: 'Since the half-minute sweep was last done without a step that failed.',
    value: lastSweepSeconds,
  },
  {
    name: 'greenroom_copy_age_seconds',
    help: 'Age of the last copy of the database that was proved; nothing without one.',
    value: sql`(select extract(epoch from now() - max(made_at))::float8 from backups
      where failure is null)`,
  },
  {
    name: 'greenroom_jobs_due',
    help: 'Jobs that are due and not begun, by queue, each counted up to 1,000.',
    value: countDueByQueue,
    label: 'queue',
  },
]
