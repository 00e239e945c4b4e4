import { sweepAuditLog } from './admins/sweep-audit-log.ts'
import { makeBackup } from './backups/make-backup.ts'
import { openCopyStore } from './backups/copy-store.ts'
import { requestDailyBackup } from './backups/request-daily-backup.ts'
import type { Deps } from './deps.ts'
import { sweepStatuses } from './events/sweep-statuses.ts'
import { sweepJobs } from './jobs/sweep-jobs.ts'
import { readLinkKey } from './links/read-link-key.ts'
import type { JobHandlers } from './jobs/run-job.ts'
import { runSteps } from './jobs/run-steps.ts'
import { createMailerliteClient } from './mailing-list/create-mailerlite-client.ts'
import { sweepSubscribers } from './mailing-list/sweep-subscribers.ts'
import { syncSubscriber } from './mailing-list/sync-subscriber.ts'
import { createMailer } from './messages/mailer.ts'
import { sendMessage } from './messages/send-message.ts'
import { siteOrigin } from './messages/site-origin.ts'
import { sweepMessages } from './messages/sweep-messages.ts'
import { sweepSessions } from './session/sweep-sessions.ts'
import { sweepAddresses } from './tracking/sweep-addresses.ts'
import { sweepSeats } from './webinars/sweep-seats.ts'
import { takeWebinarSeat } from './webinars/take-webinar-seat.ts'
import { createZoomClient } from './webinars/zoom-client.ts'

/** What each queue's jobs do. One job may run twice: every handler begins with what the rows say. */
export function jobWork(deps: Deps): JobHandlers {
  const { db, config, site, clock, jobs } = deps
  const mailer = createMailer(config, site.series.name)
  const origin = siteOrigin(config)
  const mailerlite = config.mailerlite && createMailerliteClient(config.mailerlite)
  const zoom = config.zoom && createZoomClient(config.zoom, clock)
  const store = config.backup && openCopyStore(config.backup)

  return {
    async 'send-message'({ deliveryId }, attempt) {
      const linkKey = await readLinkKey(db)
      const context = { mailer, site, origin, linkKey, now: clock.now() }
      await sendMessage(db, context, deliveryId, attempt)
    },
    async 'take-webinar-seat'({ registrationId }, attempt) {
      if (zoom) await takeWebinarSeat(db, { ...deps.moment(), zoom }, registrationId, attempt)
    },
    async 'sync-subscriber'({ userId }, attempt) {
      if (!mailerlite) return
      const membersGroup = config.mailerlite?.groupId
      const series = site.series.name
      const context = { client: mailerlite, membersGroup, series, now: clock.now() }
      await syncSubscriber(db, context, userId, attempt)
    },
    async sweep() {
      const moment = deps.moment()
      await runSteps([
        ['statuses', () => sweepStatuses(db, moment)],
        ['messages', () => sweepMessages(db, jobs, moment)],
        ['seats', async () => zoom && sweepSeats(db, jobs, moment)],
        ['mailing list', async () => mailerlite && sweepSubscribers(db, jobs, moment.now)],
        ['backup', async () => store && requestDailyBackup(db, jobs, moment)],
        ['sessions', () => sweepSessions(db, moment.now)],
        ['addresses', () => sweepAddresses(db, config.keepAddressesDays, moment.now)],
        ['audit log', () => sweepAuditLog(db, config.keepAuditMonths)],
        ['jobs', () => sweepJobs(db)],
      ])
    },
    async 'make-backup'(_payload, { signal }) {
      const { pool, kind } = deps
      const database = { pool, kind, url: config.databaseUrl }
      const { dataDir } = config
      if (store) await makeBackup(db, { store, database, dataDir, now: clock.now, signal })
    },
  }
}
