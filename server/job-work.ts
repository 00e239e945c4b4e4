import { sweepAuditLog } from './audit/sweep-audit-log.ts'
import { makeBackup } from './backups/make-backup.ts'
import { openBackupStore } from './backups/open-copy-store.ts'
import { requestDailyBackup } from './backups/request-daily-backup.ts'
import { readMailbox } from './bounces/read-mailbox.ts'
import { requestReading } from './bounces/request-reading.ts'
import { takingLonger } from './db/connection-limits.ts'
import type { Deps } from './deps.ts'
import { sweepStatuses } from './events/sweep-statuses.ts'
import { takeMissingSlugs } from './events/take-missing-slugs.ts'
import type { JobHandlers } from './jobs/run-job.ts'
import { runSteps } from './jobs/run-steps.ts'
import { sweepJobs } from './jobs/sweep-jobs.ts'
import { readLinkKey } from './link-tokens/read-link-key.ts'
import { createMailerliteClient } from './mailing-list/create-mailerlite-client.ts'
import { sweepSubscribers } from './mailing-list/sweep-subscribers.ts'
import { syncSubscriber } from './mailing-list/sync-subscriber.ts'
import { sendCode } from './me/send-code.ts'
import { sweepCodes } from './me/sweep-codes.ts'
import { createMailBeginner } from './messages/create-mail-beginner.ts'
import { createMailer } from './messages/mailer.ts'
import { sendMail } from './messages/send-message.ts'
import { siteOrigin } from './messages/site-origin.ts'
import { sweepMails } from './messages/sweep-messages.ts'
import { completeErasure } from './people/complete-erasure.ts'
import { openErasureStore } from './people/erasure-file.ts'
import { sweepErasures } from './people/sweep-erasures.ts'
import { withdrawAtProvider } from './people/tell-provider.ts'
import { sweepSessions } from './session/sweep-sessions.ts'
import { sweepAddresses } from './tracking/sweep-addresses.ts'
import { fetchTranscript } from './transcripts/fetch-transcript.ts'
import { fetchAttendance } from './webinars/fetch-attendance.ts'
import { sweepAttendance } from './webinars/sweep-attendance.ts'
import { sweepWebinarSeats } from './webinars/sweep-seats.ts'
import { takeWebinarSeat } from './webinars/take-webinar-seat.ts'
import { createZoomClient } from './webinars/zoom-client.ts'

/** What each queue's jobs do. One job may run twice: every handler begins with what the rows say. */
export function jobWork(deps: Deps): JobHandlers {
  const { db, config, site, clock, jobs } = deps
  const mailer = createMailer(config, site.series.name)
  const origin = siteOrigin(config)
  const begin = createMailBeginner(db, clock)
  const mailerlite = config.mailerlite && createMailerliteClient(config.mailerlite)
  const zoom = config.zoom && createZoomClient(config.zoom, clock)
  const store = config.backup && openBackupStore(config.backup)

  return {
    async 'send-message'({ deliveryId: outboxEntryId }, attempt) {
      const linkKey = await readLinkKey(db)
      const context = { mailer, site, origin, linkKey, now: clock.now(), begin }
      await sendMail(db, context, outboxEntryId, attempt)
    },
    async 'send-code'({ codeId }) {
      await sendCode(db, jobs, codeId, clock.now())
    },
    async 'take-webinar-seat'({ registrationId }, attempt) {
      if (zoom) await takeWebinarSeat(db, { ...deps.time(), zoom }, registrationId, attempt)
    },
    async 'fetch-transcript'({ eventId }, attempt) {
      if (zoom) await fetchTranscript(db, { zoom, now: clock.now() }, eventId, attempt)
    },
    async 'fetch-attendance'({ eventId }, attempt) {
      if (zoom) await fetchAttendance(db, { ...deps.time(), zoom }, eventId, attempt)
    },
    async 'sync-subscriber'({ userId }, attempt) {
      if (!mailerlite) return
      const membersGroup = config.mailerlite?.groupId
      const series = site.series.name
      const context = { client: mailerlite, membersGroup, series, now: clock.now() }
      await syncSubscriber(db, context, userId, attempt)
    },
    async 'tell-provider'({ taskId }, attempt) {
      await withdrawAtProvider(db, { zoom, mailerlite, now: clock.now() }, taskId, attempt)
    },
    async 'complete-erasure'({ erasureId }) {
      const where = { store: openErasureStore(config), dataDir: config.dataDir, now: clock.now() }
      await completeErasure(db, where, erasureId)
    },
    async sweep() {
      const time = deps.time()
      // Nobody waits for it, and over a hundred thousand people one statement may take a while.
      await takingLonger(() =>
        runSteps([
          ['statuses', () => sweepStatuses(db, time)],
          // A node of the release before gives none to the events that it creates.
          ['slugs', () => takeMissingSlugs(db)],
          ['messages', () => sweepMails(db, jobs, time)],
          ['seats', async () => zoom && sweepWebinarSeats(db, jobs, time)],
          ['attendance', async () => zoom && sweepAttendance(db, jobs, time)],
          ['mailing list', async () => mailerlite && sweepSubscribers(db, jobs, time.now)],
          ['backup', async () => store && requestDailyBackup(db, jobs, time)],
          ['mails that came back', async () => config.bounceMailbox && requestReading(db, jobs)],
          ['sessions', () => sweepSessions(db, time.now)],
          ['codes', () => sweepCodes(db, time.now)],
          ['addresses', () => sweepAddresses(db, config.keepAddressesDays, time.now)],
          ['audit log', () => sweepAuditLog(db, config.keepAuditMonths)],
          ['erasures', () => sweepErasures(db, jobs)],
          ['jobs', () => sweepJobs(db)],
        ]),
      )
    },
    async 'read-bounces'() {
      const mailbox = config.bounceMailbox
      if (mailbox) await readMailbox(db, { mailbox, now: clock.now })
    },
    async 'make-backup'(_payload, { signal }) {
      const { pool, kind } = deps
      const database = { pool, kind, url: config.databaseUrl }
      const { dataDir } = config
      if (store) await makeBackup(db, { store, database, dataDir, now: clock.now, signal })
    },
  }
}
