import { and, asc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { failingMs, jitter, longestPauseMs, retryDelaysMs } from '#features/webhooks/rules.ts'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import type { Db } from '#platform/db/open.ts'
import { nameRequests } from '#platform/db/pipeline.ts'
import { lowPriority, type JobSender } from '#platform/jobs/jobs.ts'
import { queueTime, type Attempt } from '#platform/jobs/run-job.ts'
import { lacksJob } from '#platform/jobs/waiting-jobs.ts'
import type { Log } from '#platform/log/log.ts'
import { carryRequestId } from '#platform/log/request-id.ts'
import type { Seal } from '#platform/settings/sealed-secrets.ts'
import { answersOfRegistration } from '#schema/form-questions.ts'
import { webhookDeliveries, webhooks } from '#schema/webhooks.ts'
import { callReceiver, writeBody, type CallOutcome, type Reach } from './call-receiver.ts'
import { openSecrets } from './secrets.ts'

type WebhookRow = typeof webhooks.$inferSelect
type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

type DueCall = WebhookDeliveryRow & { answers: Record<string, FormAnswerValue> | null }

/** The answers in the registration form, for `registration.created` only; null if there are none. */
const answersOfCall = sql<DueCall['answers']>`case when type = 'registration.created'
  then nullif(${answersOfRegistration(sql`webhook_deliveries.registration_id`)}, '{}') end`

/** Maximum number of concurrent calls of a webhook; a failing webhook gets one call at a time. */
const callsAtOnce = 8
/**
 * Milliseconds after which a job ends even if calls remain, so that its worker can serve other webhooks. The remaining
 * calls get another job.
 */
const jobMs = 3_000

type Node = { pool: Pool; jobs: JobSender; now: Date }

/**
 * Queues a job for each webhook with due deliveries and returns the number of jobs. Every node runs this every second;
 * the queue rejects a second job for the same webhook. Jobs of failing webhooks have low priority and their own
 * workers. While no webhook is on, this node does not store request ids with domain events.
 */
export async function feedWebhooks(db: Db, { pool, jobs, now }: Node): Promise<number> {
  const { rows } = await db.execute<{ id: number; isFailing: boolean; isDue: boolean }>(sql`
    select w.id, w.failing_since is not null as "isFailing",
      (w.paused_until is null or w.paused_until <= ${now.toISOString()})
        and exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting'
          and d.next_try_at <= ${now.toISOString()})
        and ${lacksJob('call-webhook', sql`w.id`)} as "isDue"
    from webhooks w where w.off_since is null`)
  nameRequests(pool, rows.length > 0)
  const due = rows.filter(({ isDue }) => isDue)
  for (const isFailing of [false, true]) {
    const payloads = due
      .filter((row) => row.isFailing === isFailing)
      .map(({ id }) => ({ webhookId: id }))
    await jobs.send(db, 'call-webhook', payloads, isFailing ? lowPriority : {})
  }
  return due.length
}

type CallContext = { seal: Seal; reach: Omit<Reach, 'now'>; now: () => Date; log?: Log }

/** Sends a webhook's due deliveries, oldest first, until none is left, one fails, or `jobMs` has passed. */
export async function callWebhook(
  db: Db,
  { seal, reach, now, log }: CallContext,
  webhookId: number,
  { signal }: Pick<Attempt, 'signal'>,
): Promise<void> {
  const until = performance.now() + jobMs
  do {
    const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId))
    if (!webhook || webhook.offSince !== null) return
    if (webhook.pausedUntil && webhook.pausedUntil > now()) return
    const secrets = openSecrets(seal, webhook, now())
    if (secrets.length === 0) return await switchOff(db, webhook, 'lost', now())
    const receiver = { url: webhook.url, secrets }
    const due = await findDue(db, webhook, now())
    if (due.length === 0) return
    const outcomes = await Promise.all(
      due.map(async (call) => {
        const { messageId: id, requestId } = call
        const message = { id, requestId, body: bodyOf(call) }
        // Receivers compare the signature's time with their own clock, so use the real time.
        const at = { ...reach, now: queueTime(0) }
        const outcome = await callReceiver(receiver, message, at, signal)
        // The call was aborted because this node stops, which is not the receiver's failure.
        if (outcome.failure !== null && signal?.aborted) return outcome
        await storeAttempt(db, call, outcome, now())
        if (requestId === null) logAttempt(log, call, outcome)
        else carryRequestId(requestId, () => logAttempt(log, call, outcome))
        return outcome
      }),
    )
    if (signal?.aborted) return
    const isGood = await noteWebhook(db, webhook, outcomes, now())
    if (!isGood) return
  } while (performance.now() < until)
}

/** Logs the ids of a delivery, but not the webhook's URL, which may contain a secret. */
function logAttempt(
  log: Log | undefined,
  call: WebhookDeliveryRow,
  { status, failure }: CallOutcome,
) {
  const { id, webhookId, attempts } = call
  const tried = { webhookId, deliveryId: id, attempt: attempts + 1, status }
  if (failure === null) log?.info(tried, 'webhook called')
  else log?.warn({ ...tried, failure }, 'webhook not reached')
}

function bodyOf({ type, occurredAt, eventId, registrationId, personKey, topic, answers }: DueCall) {
  return writeBody(type, occurredAt, { eventId, registrationId, personKey, topic, answers })
}

function findDue(db: Db, { id, failingSince }: WebhookRow, now: Date): Promise<DueCall[]> {
  return db
    .select({ ...getTableColumns(webhookDeliveries), answers: answersOfCall })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        eq(webhookDeliveries.state, 'waiting'),
        lte(webhookDeliveries.nextTryAt, now),
      ),
    )
    .orderBy(asc(webhookDeliveries.nextTryAt), asc(webhookDeliveries.id))
    .limit(failingSince === null ? callsAtOnce : 1)
}

/**
 * Stores the result of a delivery's attempt: the delivery ends, or its next attempt is due after the planned delay or
 * the one that the receiver requested. Does nothing if an administrator resent the delivery meanwhile, or another
 * node stored an attempt.
 */
async function storeAttempt(
  db: Db,
  { id, attempts }: WebhookDeliveryRow,
  { status, failure, retryAfterMs }: CallOutcome,
  now: Date,
) {
  const tried = { attempts: attempts + 1, triedAt: now, status, failure }
  const delayMs = retryDelaysMs[attempts]
  const isOver = failure === null || delayMs === undefined
  await db
    .update(webhookDeliveries)
    .set(
      isOver
        ? { ...tried, state: failure === null ? 'delivered' : 'failed', endedAt: now }
        : { ...tried, nextTryAt: new Date(now.getTime() + waitMs(delayMs, retryAfterMs)) },
    )
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'waiting'),
        eq(webhookDeliveries.attempts, attempts),
      ),
    )
}

function waitMs(delayMs: number, retryAfterMs: number | null) {
  const asked = Math.min(retryAfterMs ?? 0, longestPauseMs)
  return Math.max(delayMs * (1 + Math.random() * jitter), asked)
}

/**
 * Updates the webhook after its calls: stores or clears the time since which it fails, pauses it, or switches it off.
 * Returns whether all calls succeeded.
 */
async function noteWebhook(db: Db, webhook: WebhookRow, outcomes: CallOutcome[], now: Date) {
  const failed = outcomes.filter(({ failure }) => failure !== null)
  if (failed.length === 0) {
    if (webhook.failingSince)
      await updateIfUnchanged(db, webhook, { failingSince: null, pausedUntil: null })
    return true
  }
  if (failed.some(({ status }) => status === 410)) {
    await switchOff(db, webhook, 'gone', now)
    return false
  }
  const asked = Math.max(...failed.map(({ retryAfterMs }) => retryAfterMs ?? 0))
  const isAnswering = failed.length < outcomes.length
  const since = isAnswering ? now : (webhook.failingSince ?? now)
  await updateIfUnchanged(db, webhook, {
    failingSince: since,
    pausedUntil: asked > 0 ? new Date(now.getTime() + Math.min(asked, longestPauseMs)) : null,
  })
  if (now.getTime() - since.getTime() >= failingMs) await switchOff(db, webhook, 'failing', now)
  return false
}

/**
 * Updates the webhook after a call, unless an administrator changed its URL or secret, or switched it off or on, during
 * the call.
 */
function updateIfUnchanged(
  db: Db,
  { id, url, activeSince, sealed }: WebhookRow,
  changes: Partial<WebhookRow>,
) {
  const isAsCalled = and(
    isNull(webhooks.offSince),
    eq(webhooks.url, url),
    eq(webhooks.activeSince, activeSince),
    sealed ? eq(webhooks.sealed, sealed) : isNull(webhooks.sealed),
  )
  return db
    .update(webhooks)
    .set(changes)
    .where(and(eq(webhooks.id, id), isAsCalled))
}

/** Switches a webhook off. Its pending deliveries stay until an administrator switches it on again. */
async function switchOff(
  db: Db,
  webhook: WebhookRow,
  offFor: 'gone' | 'failing' | 'lost',
  now: Date,
) {
  await updateIfUnchanged(db, webhook, { offSince: now, offFor })
}
