import type { Queue } from 'pg-boss'

/**
 * What each queue's jobs say. A job names rows and carries no copies of them: what is done is decided
 * from the rows as they are when it is done.
 */
export type JobPayloads = {
  /** One mail, a row of `message_deliveries`. */
  'send-message': { deliveryId: number }
  /** A code that somebody asked for: whether it is sent is decided here, out of their sight. */
  'send-code': { codeId: number }
  /** A link that somebody requested, a row of `link_requests`; whether it is sent is decided here, too. */
  'send-link': { linkRequestId: number }
  /** One registrant's seat in the webinar of their event. */
  'take-webinar-seat': { registrationId: number }
  /** What Zoom heard in the recording of one event. */
  'fetch-transcript': { eventId: number }
  /** Zoom's report of who came to one event. */
  'fetch-attendance': { eventId: number }
  /** What MailerLite is told of one person. */
  'sync-subscriber': { userId: number }
  /** What is due of one webhook: its deliveries say what. */
  'call-webhook': { webhookId: number }
  /** What a provider is to give up or forget, a row of `provider_tasks`. */
  'tell-provider': { taskId: number }
  /** What an erasure leaves to do outside the database. */
  'complete-erasure': { erasureId: number }
  /** Every half minute, once on all nodes together: what the clock brings about. */
  sweep: Record<string, never>
  /** Every two minutes, once on all nodes together: the mailbox that mails come back to. */
  'read-bounces': Record<string, never>
  /** Every night, once on all nodes together: the copy of the database. */
  'make-backup': Record<string, never>
}

export type QueueName = keyof JobPayloads

const day = 24 * 60 * 60

/** First retry after two to four seconds, then twice as long each time, at most an hour, for four days. */
const patient: Omit<Queue, 'name'> = {
  retryLimit: 110,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  // A node that dies is noticed by its missing heartbeat, one that hangs by the expiry.
  heartbeatSeconds: 20,
  expireInSeconds: 120,
  retentionSeconds: 60 * day,
  // What is over is swept by ourselves.
  deleteAfterSeconds: 0,
}

export const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  // One job for each outbox entry at a time, so that what is under way is known to be this job's own.
  'send-message': { ...patient, policy: 'exclusive' },
  // After ten minutes it opens nothing.
  'send-code': { ...patient, retryLimit: 5, policy: 'exclusive', retentionSeconds: 600 },
  'send-link': { ...patient, retryLimit: 5, policy: 'exclusive', retentionSeconds: 600 },
  'take-webinar-seat': { ...patient, policy: 'exclusive' },
  'fetch-transcript': { ...patient, policy: 'short' },
  'fetch-attendance': { ...patient, policy: 'exclusive' },
  // A second one may wait while the first is under way: what it is about came later.
  'sync-subscriber': { ...patient, policy: 'short' },
  // One at a time for each webhook, on all nodes. Whatever became of it, its rows make the next one.
  'call-webhook': { ...patient, retryLimit: 0, policy: 'exclusive' },
  'tell-provider': { ...patient, policy: 'exclusive' },
  'complete-erasure': { ...patient, policy: 'short' },
  // The next one comes by itself.
  sweep: { ...patient, retryLimit: 0, expireInSeconds: 600, retentionSeconds: 600 },
  // As here; a mailbox that is read for the first time may take a while.
  'read-bounces': {
    ...patient,
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 600,
    retentionSeconds: 600,
  },
  // The sweep sees by itself whether the day has its copy.
  'make-backup': {
    ...patient,
    policy: 'exclusive',
    retryLimit: 0,
    expireInSeconds: 6 * 60 * 60,
    retentionSeconds: day,
  },
}

export const queueNames = Object.keys(queues) as QueueName[]
