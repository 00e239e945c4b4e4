import type { Deps } from './deps.ts'
import { sweepStatuses } from './events/sweep-statuses.ts'
import { sweepJobs } from './jobs/sweep-jobs.ts'
import { readServerSecret } from './links/read-server-secret.ts'
import type { JobHandlers } from './jobs/run-job.ts'
import { createMailer } from './messages/mailer.ts'
import { sendMessage } from './messages/send-message.ts'
import { siteOrigin } from './messages/site-origin.ts'
import { sweepMessages } from './messages/sweep-messages.ts'
import { sweepSessions } from './session/sweep-sessions.ts'

/** What each queue's jobs do. One job may run twice: every handler begins with what the rows say. */
export function jobWork(deps: Deps): JobHandlers {
  const { db, config, site, clock, jobs } = deps
  const mailer = createMailer(config, site.series.name)
  const origin = siteOrigin(config)

  return {
    async 'send-message'({ deliveryId }, attempt) {
      const secret = await readServerSecret(db)
      const context = { mailer, site, origin, secret, now: clock.now() }
      await sendMessage(db, context, deliveryId, attempt)
    },
    async sweep() {
      await sweepStatuses(db, deps.moment())
      await sweepMessages(db, jobs, deps.moment())
      await sweepSessions(db, clock.now())
      await sweepJobs(db)
    },
  }
}
