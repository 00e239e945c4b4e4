import type { Queue } from 'pg-boss'

/** The payload of each queue's jobs. A payload contains row ids only: handlers read the current rows. */
export type JobPayloads = {
  /** Sends one mail, a row of `outbox_entries`. */
  'send-message': { outboxEntryId: number }
  /**
   * Sends a requested sign-in code. This job, not the request, checks whether the email is known, so that the
   * response does not reveal it.
   */
  'send-code': { codeId: number }
  /** Sends a requested link, a row of `link_requests`. As for codes, this job checks whether the email is known. */
  'send-link': { linkRequestId: number }
  /** Registers people who asked for every event of the series for one event, in portions. */
  'register-series': { eventId: number }
  /** Registers one person at Zoom for the webinar of their event. */
  'take-webinar-seat': { registrationId: number }
  /** Fetches Zoom's transcript of one event's recording. */
  'fetch-transcript': { eventId: number }
  /** Fetches Zoom's attendance report of one event. */
  'fetch-attendance': { eventId: number }
  /** Reads how many people Zoom admits to one event's webinar or meeting. */
  'read-webinar-capacity': { eventId: number }
  /** Updates one person's subscription in MailerLite, the mailing list provider. */
  'sync-subscriber': { userId: number }
  /** Makes the due calls of one webhook, which are rows of `webhook_deliveries`. */
  'call-webhook': { webhookId: number }
  /** Carries out one row of `provider_tasks`: deletes personal data, or cancels something, at a provider. */
  'tell-provider': { taskId: number }
  /** Completes the erasure of a person outside the database: in the backup store and in mails in the data folder. */
  'complete-erasure': { erasureId: number }
  /** Runs all tasks that are due by time: every half minute, once across all nodes. */
  sweep: Record<string, never>
  /** Reads the bounce mailbox: every two minutes, once across all nodes. */
  'read-bounces': Record<string, never>
  /** Backs up the database: every night, once across all nodes. */
  'make-backup': Record<string, never>
}

export type QueueName = keyof JobPayloads

const day = 24 * 60 * 60

/** Retries after two to four seconds, then with doubled delays of at most an hour, for four days. */
const patient: Omit<Queue, 'name'> = {
  retryLimit: 110,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  // pg-boss retries a job if its node sends no heartbeat for 20 seconds, or if the job runs longer than 120 seconds.
  heartbeatSeconds: 20,
  expireInSeconds: 120,
  retentionSeconds: 60 * day,
  // Zero means that pg-boss never deletes finished jobs: `sweepJobs` deletes them.
  deleteAfterSeconds: 0,
}

export const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  // Policy `exclusive`: at most one job per outbox entry waits or runs. If a job finds its entry in the state `sending`,
  // an earlier attempt of the same job was interrupted.
  'send-message': { ...patient, policy: 'exclusive' },
  // Sign-in codes expire after ten minutes.
  'send-code': { ...patient, retryLimit: 5, policy: 'exclusive', retentionSeconds: 600 },
  'send-link': { ...patient, retryLimit: 5, policy: 'exclusive', retentionSeconds: 600 },
  'register-series': { ...patient, policy: 'exclusive' },
  'take-webinar-seat': { ...patient, policy: 'exclusive' },
  'fetch-transcript': { ...patient, policy: 'short' },
  'fetch-attendance': { ...patient, policy: 'exclusive' },
  // The sweep queues the next attempt after the last retry.
  'read-webinar-capacity': { ...patient, retryLimit: 5, policy: 'exclusive' },
  // Policy `short`: while a job runs, another one for the same person may wait, because it is about a later change.
  'sync-subscriber': { ...patient, policy: 'short' },
  // One job per webhook at a time, across all nodes. The queue does not retry the job: every second, each node
  // queues jobs for webhooks with due calls.
  'call-webhook': { ...patient, retryLimit: 0, policy: 'exclusive' },
  'tell-provider': { ...patient, policy: 'exclusive' },
  'complete-erasure': { ...patient, policy: 'short' },
  // Sweeps are not retried: the next one follows on schedule.
  sweep: { ...patient, retryLimit: 0, expireInSeconds: 600, retentionSeconds: 600 },
  // The job queue does not retry reading the bounce mailbox, because a new job is added every two minutes. The first
  // read of a mailbox may take long.
  'read-bounces': {
    ...patient,
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 600,
    retentionSeconds: 600,
  },
  // The job queue does not retry a failed backup: the sweep, which runs every half minute, queues the next attempt.
  'make-backup': {
    ...patient,
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 6 * 60 * 60,
    retentionSeconds: day,
  },
}

export const queueNames = Object.keys(queues) as QueueName[]
