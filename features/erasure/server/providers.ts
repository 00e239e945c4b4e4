import { sql, eq } from 'drizzle-orm'
import {
  type MailerliteClient,
  MailerliteError,
} from '#features/newsletter/server/mailerlite-client.ts'
import { countCalls } from '#features/newsletter/server/reserve-rate-slot.ts'
import type { LockedPerson } from '#features/people/server/lock-person.ts'
import {
  cancelWebinarSeats,
  webinarSeatWaitMs,
} from '#features/webinars/server/cancel-webinar-seats.ts'
import type { ZoomClient } from '#features/webinars/server/zoom-client.ts'
import { outcomeOf, ZoomError } from '#features/webinars/server/zoom-error.ts'
import { cleanEmailAddress } from '#kernel/email-address.ts'
import type { Transaction, Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { GiveUp, queueTime, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import { providerTasks, type ProviderTask } from '#schema/erasure.ts'

type Withdrawal = { person: LockedPerson; erasureId: number; now: Date }

/**
 * Queues tasks that delete an erased person's registrants at Zoom and subscriber at MailerLite. They
 * replace the person's pending cancellations and unsubscriptions at these providers.
 */
export async function withdrawFromProviders(
  tx: Transaction,
  jobs: JobSender,
  { person: { userId, addresses }, erasureId, now }: Withdrawal,
): Promise<void> {
  const among = sql`select unnest(greenroom_address_hashes(a))
    from unnest(${sql.param(addresses)}::text[]) a`
  // Zoom keeps cancelled registrants, and MailerLite unsubscribed subscribers, so delete these, too.
  const { rows: earlier } = await tx.execute<{ id: number }>(sql`
    insert into provider_tasks (provider, task, webinar_id, external_id, address_hash, erasure_id)
    select distinct provider, case provider when 'zoom' then 'delete' else 'forget' end,
      webinar_id, external_id, address_hash, ${erasureId}::int
    from provider_tasks where address_hash in (${among}) and task in ('cancel', 'unsubscribe')
    returning id`)
  await tx.execute(sql`delete from provider_tasks
    where address_hash in (${among}) and task in ('cancel', 'unsubscribe')`)
  const { rows: listed } = await tx.execute<{ id: number }>(sql`
    insert into provider_tasks (provider, task, external_id, address_hash, erasure_id)
    select 'mailerlite', 'forget', m.subscriber_id, greenroom_address_hash(u.email), ${erasureId}::int
    from mailing_list_members m join users u on u.id = m.user_id
    where m.user_id = ${userId ?? 0} and (m.subscriber_id is not null or m.attempts > 0)
    returning id`)
  // Wait before deleting: a running job may be adding the person at Zoom or MailerLite at the moment.
  const startAfter = queueTime(webinarSeatWaitMs)
  const taskOf = ({ id }: { id: number }) => ({ taskId: id })
  await jobs.send(tx, 'tell-provider', earlier.map(taskOf))
  const { rows: syncing } = await tx.execute(sql`select from mailing_list_members
    where user_id = ${userId ?? 0} and state = 'syncing'`)
  await jobs.send(tx, 'tell-provider', listed.map(taskOf), syncing.length > 0 ? { startAfter } : {})
  const { rows: registered } = await tx.execute<{ id: number }>(
    sql`select id from event_registrations where user_id = ${userId ?? 0}`,
  )
  const registrationIds = registered.map(({ id }) => id)
  await cancelWebinarSeats(tx, jobs, { registrationIds, task: 'delete', erasureId, now })
}

type ProviderContext = {
  zoom: Pick<ZoomClient, 'cancel' | 'remove' | 'findWhere'> | undefined
  mailerlite: Pick<MailerliteClient, 'unsubscribe' | 'forget' | 'listSubscribers'> | undefined
  now: Date
}

/**
 * Runs a provider task, which cancels or deletes one person at Zoom or MailerLite, and stores the result in
 * the task's row. If the provider no longer has the person, the task counts as done. Throws if the queue
 * must retry.
 */
export async function withdrawAtProvider(
  db: Db,
  context: ProviderContext,
  taskId: number,
  attempt: Pick<Attempt, 'isLast' | 'signal'>,
): Promise<void> {
  const [task] = await db.select().from(providerTasks).where(eq(providerTasks.id, taskId))
  if (!task || task.state !== 'waiting') return
  try {
    const withdrawal =
      task.provider === 'zoom'
        ? withdrawAtZoom(db, context, task)
        : withdrawAtMailerlite(db, context, task, attempt.signal)
    const outcome = await withdrawal.catch((failure: unknown) => {
      if (isGone(failure)) return 'Already deleted there.'
      throw failure
    })
    await noteOutcome(db, task, { state: 'done', outcome, endedAt: context.now })
  } catch (failure) {
    const error = judge(task, failure, context.now)
    const isOver = error instanceof GiveUp || (attempt.isLast && !(error instanceof TryLater))
    // Remove emails from the provider's message, because it may contain the email that must be erased.
    const outcome = error.message.replaceAll(/\S+@\S+/g, '(address)')
    const ended = { state: 'failed', endedAt: context.now } as const
    await noteOutcome(db, task, { outcome, ...(isOver && ended) })
    throw error
  }
}

function noteOutcome(
  db: Db,
  { id }: ProviderTask,
  changes: Partial<typeof providerTasks.$inferInsert>,
) {
  return db
    .update(providerTasks)
    .set({ ...changes, attempts: sql`${providerTasks.attempts} + 1` })
    .where(eq(providerTasks.id, id))
}

const notConfigured = (provider: string) =>
  new GiveUp(`${provider} is not connected. Delete the person there yourself.`)

async function withdrawAtZoom(
  db: Db,
  { zoom }: ProviderContext,
  task: ProviderTask,
): Promise<string> {
  if (!zoom) throw notConfigured('Zoom')
  const webinarId = task.webinarId ?? ''
  const id =
    task.externalId ??
    (await zoom.findWhere(webinarId, (emails) => findByHash(db, emails, task.addressHash)))
  if (!id) return 'Not in Zoom.'
  if (task.task === 'cancel' && (await isRegisteredAgain(db, task))) {
    return 'The person registered again.'
  }
  if (task.task === 'delete') await zoom.remove(webinarId, id)
  else await zoom.cancel(webinarId, id)
  return task.task === 'delete' ? 'Deleted in Zoom.' : 'Registration cancelled in Zoom.'
}

/**
 * Returns whether the person has registered for the event again, so that the registration in Zoom must not be
 * cancelled.
 */
async function isRegisteredAgain(db: Db, { webinarId, addressHash }: ProviderTask) {
  const { rows } = await db.execute(sql`
    select from zoom_webinar_mappings m join event_registrations r on r.event_id = m.event_id
    join users u on u.id = r.user_id
    where m.webinar_id = ${webinarId} and m.is_active and r.registration_type = 'confirmed'
      and ${addressHash} = any(greenroom_address_hashes(u.email)) limit 1`)
  return rows.length > 0
}

/**
 * Returns the one of `emails` whose keyed hash is `hash`; undefined if there is none. Erasures store hashes in place of
 * emails.
 */
async function findByHash(db: Db, emails: string[], hash: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from unnest(${sql.param(emails)}::text[]) as email
    where ${hash} = any(greenroom_address_hashes(email)) limit 1`)
  return rows[0]?.email
}

async function withdrawAtMailerlite(
  db: Db,
  { mailerlite, now }: ProviderContext,
  task: ProviderTask,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!mailerlite) throw notConfigured('MailerLite')
  const externalId =
    task.externalId ?? (await searchSubscriber(db, mailerlite, task, { now, signal }))
  if (!externalId) return 'MailerLite does not list them.'
  await countCalls(db, 1, now)
  if (task.task === 'forget') {
    await mailerlite.forget(externalId, signal)
    return 'MailerLite deletes their data within 30 days.'
  }
  await mailerlite.unsubscribe(externalId, signal)
  return 'MailerLite unsubscribed the former address.'
}

/**
 * Number of pages of subscribers to fetch before the search for an erased person pauses. The limit leaves most of
 * MailerLite's rate limit to other calls.
 */
const pagesAtOnce = 20
const nextPagesMs = 30_000

/**
 * Finds the MailerLite id of an erased person's subscriber, if MailerLite's reply with the id was lost. Hashes the
 * emails of all subscribers and compares them with the erasure's hash. After `pagesAtOnce` pages, stores the cursor and
 * throws TryLater.
 */
async function searchSubscriber(
  db: Db,
  mailerlite: Pick<MailerliteClient, 'listSubscribers'>,
  { id, cursor: begun, addressHash }: ProviderTask,
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  let cursor = begun
  for (let page = 0; page < pagesAtOnce; page++) {
    await countCalls(db, 1, now)
    const { subscribers, next } = await mailerlite.listSubscribers(cursor, signal)
    const ids = new Map(subscribers.map((one) => [cleanEmailAddress(one.email), one.id]))
    const email = await findByHash(db, [...ids.keys()], addressHash)
    if (email) return ids.get(email)
    if (next === null) return undefined
    cursor = next
    await db.update(providerTasks).set({ cursor }).where(eq(providerTasks.id, id))
  }
  throw new TryLater('MailerLite’s subscribers are being searched.', queueTime(nextPagesMs))
}

function judge(task: ProviderTask, failure: unknown, now: Date): Error {
  if (failure instanceof GiveUp || failure instanceof TryLater) return failure
  if (task.provider === 'zoom') return outcomeOf(failure, now)
  if (failure instanceof MailerliteError && failure.fault === 'tooMany') {
    return new TryLater(failure.message, queueTime(failure.retryAfter * 1000))
  }
  return failure as Error
}

/** Returns whether the provider's error means that it no longer has the person. */
function isGone(failure: unknown): boolean {
  if (failure instanceof ZoomError) return failure.status === 404
  return failure instanceof MailerliteError && failure.fault === 'missing'
}
