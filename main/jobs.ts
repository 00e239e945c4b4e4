import { completeErasure, erasurePlace } from '#features/erasure/server/complete-erasure.ts'
import { withdrawAtProvider } from '#features/erasure/server/providers.ts'
import { readMailbox } from '#features/mails/server/bounce-mailbox.ts'
import { siteOrigin } from '#features/mails/server/mail-setup.ts'
import { sendRequestedLink } from '#features/mails/server/link-requests.ts'
import { feedMails } from '#features/mails/server/feed.ts'
import { createMailer, mailerParts } from '#features/mails/server/mailer.ts'
import { keepPace } from '#features/mails/server/pace.ts'
import { createMailBeginner } from '#features/mails/server/record.ts'
import { sendMail } from '#features/mails/server/send.ts'
import { createMailerliteClient } from '#features/newsletter/server/mailerlite-client.ts'
import { syncSubscriber } from '#features/newsletter/server/sync-subscriber.ts'
import { registerSeriesPeople } from '#features/series-registrations/server/place-people.ts'
import { sendCode } from '#features/sign-in/server/code.ts'
import { fetchTranscript } from '#features/transcripts/server/fetch-zoom-transcript.ts'
import { callWebhook, feedWebhooks } from '#features/webhooks/server/call-webhooks.ts'
import { fetchAttendance } from '#features/webinars/server/attendance-reports.ts'
import { takeWebinarSeat } from '#features/webinars/server/take-webinar-seat.ts'
import { storeWebinarCapacity } from '#features/webinars/server/webinar-capacity.ts'
import { createZoomClient } from '#features/webinars/server/zoom-client.ts'
import { openBackupStore } from '#platform/backups/backup-store.ts'
import { makeBackup } from '#platform/backups/make-backup.ts'
import { withLongTimeouts } from '#platform/db/connection-limits.ts'
import { mailKinds as kinds } from './mail-kinds.ts'
import { sweeps } from './sweeps.ts'
import type { Deps } from '#platform/deps.ts'
import { type JobHandlers, runSteps } from '#platform/jobs/run-job.ts'
import { memoizeByInput } from '#platform/settings/settings-store.ts'
import { readLinkKey } from '#platform/signed-links/signed-links.ts'

/**
 * Returns the job handlers of all queues. The queue may deliver a job twice, so every handler first reads from the
 * database whether its work is still to be done.
 */
export function jobHandlers(deps: Deps): JobHandlers {
  const { db, config, settings, settingsStore, site, clock, jobs, log } = deps
  const mailerOfSettings = () =>
    memoizeByInput(
      () => mailerParts(config, settings(), site().series.name),
      (parts) => createMailer(parts),
      (mailer) => mailer.close(),
    )
  const findMailer = mailerOfSettings()
  const begin = createMailBeginner(db, clock)
  // Announcements have their own connections to the mail server, so that a slow server does not delay mails to
  // single visitors.
  const findMailerOfMany = mailerOfSettings()
  const { isPostponed, waitForTurn, giveBackTurn, noteOutcome } = keepPace(
    db,
    () => settings().mailPerSecond,
  )
  const findMailerlite = memoizeByInput(
    () => settings().mailerlite,
    (found) => found && createMailerliteClient(found),
  )
  const findZoom = memoizeByInput(
    () => settings().zoom,
    (found) => found && createZoomClient(found, clock),
  )
  const findStore = memoizeByInput(
    () => settings().backup,
    (found) => found && openBackupStore(found),
  )

  return {
    async 'send-message'({ outboxEntryId }, attempt) {
      if (attempt.isLowPriority) {
        if (await isPostponed(outboxEntryId, clock.now())) return
        await waitForTurn()
      }
      const linkKey = await readLinkKey(db)
      const mailer = attempt.isLowPriority ? findMailerOfMany() : findMailer()
      const origin = siteOrigin({ ...config, ...settings() })
      const isZoomConnected = settings().zoom !== undefined
      const made = {
        kinds,
        mailer,
        site: site(),
        origin,
        linkKey,
        isZoomConnected,
        now: clock.now(),
      }
      const context = { ...made, begin, noteOutcome, log }
      const isHandedOver = await sendMail(db, context, outboxEntryId, attempt)
      if (attempt.isLowPriority && !isHandedOver) await giveBackTurn()
    },
    async 'send-code'({ codeId }) {
      await sendCode(db, { jobs, kinds, now: clock.now() }, codeId)
    },
    async 'send-link'({ linkRequestId }) {
      await sendRequestedLink(db, { jobs, kinds, ...deps.time() }, linkRequestId)
    },
    async 'register-series'({ eventId }) {
      await registerSeriesPeople(db, jobs, deps.time(), eventId)
    },
    async 'take-webinar-seat'({ registrationId }, attempt) {
      const zoom = findZoom()
      if (zoom) await takeWebinarSeat(db, { ...deps.time(), clock, zoom }, registrationId, attempt)
    },
    async 'fetch-transcript'({ eventId }, attempt) {
      const zoom = findZoom()
      if (zoom) await fetchTranscript(db, { zoom, now: clock.now() }, eventId, attempt)
    },
    async 'fetch-attendance'({ eventId }, attempt) {
      const zoom = findZoom()
      if (zoom) await fetchAttendance(db, { ...deps.time(), zoom }, eventId, attempt)
    },
    async 'read-webinar-capacity'({ eventId }) {
      const zoom = findZoom()
      if (zoom) await storeWebinarCapacity(db, { zoom, now: clock.now() }, eventId)
    },
    async 'sync-subscriber'({ userId }, attempt) {
      const mailerlite = findMailerlite()
      if (!mailerlite) return
      const membersGroup = settings().mailerlite?.groupId
      const series = site().series.name
      const context = { client: mailerlite, membersGroup, series, now: clock.now() }
      await syncSubscriber(db, context, userId, attempt)
    },
    async 'call-webhook'({ webhookId }, attempt) {
      const reach = { networks: config.webhookNetworks }
      const context = { seal: settingsStore.seal, reach, log, now: () => clock.now() }
      await callWebhook(db, context, webhookId, attempt)
    },
    async 'tell-provider'({ taskId }, attempt) {
      const [zoom, mailerlite] = [findZoom(), findMailerlite()]
      await withdrawAtProvider(db, { zoom, mailerlite, now: clock.now() }, taskId, attempt)
    },
    async 'complete-erasure'({ erasureId }) {
      const where = { ...erasurePlace({ ...config, ...settings() }), now: clock.now() }
      await completeErasure(db, where, erasureId)
    },
    // Allow sweeps longer SQL statements than requests: no visitor waits for a sweep, and with 100,000 people its
    // statements may take long.
    sweep: () => withLongTimeouts(() => runSteps(sweeps(deps))),
    async 'read-bounces'() {
      const mailbox = settings().bounceMailbox
      if (mailbox) await readMailbox(db, { mailbox, jobs, now: clock.now })
    },
    async 'make-backup'(_payload, { signal }) {
      const { pool, kind } = deps
      const database = { pool, kind, url: config.databaseUrl }
      const { dataDir } = config
      const { backupKeys: keys } = settings()
      const store = findStore()
      if (store) await makeBackup(db, { store, database, dataDir, keys, now: clock.now, signal })
    },
  }
}

/**
 * Returns the function that every node calls once a second: it adds the next jobs for announcements and webhooks to the
 * queue and returns their number. These jobs have low priority and are added a few at a time.
 */
export function everySecond({ db, pool, jobs, clock, settings }: Deps): () => Promise<number> {
  return async () => {
    const now = clock.now()
    // Await both, even if one fails: a failure to enqueue mails must not prevent enqueueing webhook calls, and the
    // reverse.
    const fed = await Promise.allSettled([
      feedMails(db, jobs, { now, perSecond: settings().mailPerSecond }),
      feedWebhooks(db, { pool, jobs, now }),
    ])
    const failed = fed.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    return fed.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)
  }
}
