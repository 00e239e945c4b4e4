import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { providerTasks, type ProviderTask } from '#server/db/tables/leaving.ts'
import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import type { MailerliteClient } from '#server/mailing-list/create-mailerlite-client.ts'
import { MailerliteError } from '#server/mailing-list/mailerlite-error.ts'
import { countCalls } from '#server/mailing-list/take-slot.ts'
import type { ZoomClient } from '#server/webinars/zoom-client.ts'
import { outcomeOf, ZoomError } from '#server/webinars/zoom-error.ts'

type Context = {
  zoom: Pick<ZoomClient, 'cancel' | 'remove' | 'findWhere'> | undefined
  mailerlite: Pick<MailerliteClient, 'unsubscribe' | 'forget' | 'findSubscriber'> | undefined
  now: Date
}

/**
 * Has a provider give up, or forget, somebody who is gone here, and keeps what came of it under the
 * task's number. Who is not there any more needs nothing. Throws where the queue is to try again.
 */
export async function withdrawAtProvider(
  db: Db,
  context: Context,
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
      if (isGone(failure)) return 'They were not there any more.'
      throw failure
    })
    await note(db, task, { state: 'done', outcome, endedAt: context.now })
  } catch (failure) {
    const error = judge(task, failure, context.now)
    const isOver = error instanceof GiveUp || (attempt.isLast && !(error instanceof TryLater))
    // The provider's words may name the address that is to be forgotten.
    const outcome = error.message.replaceAll(/\S+@\S+/g, '(address)')
    const ended = { state: 'failed', endedAt: context.now } as const
    await note(db, task, { outcome, ...(isOver && ended) })
    throw error
  }
}

function note(db: Db, { id }: ProviderTask, changes: Partial<typeof providerTasks.$inferInsert>) {
  return db
    .update(providerTasks)
    .set({ ...changes, attempts: sql`${providerTasks.attempts} + 1` })
    .where(eq(providerTasks.id, id))
}

const notConfigured = (provider: string) =>
  new GiveUp(`${provider} is not configured here: ask it by hand.`)

async function withdrawAtZoom(db: Db, { zoom }: Context, task: ProviderTask): Promise<string> {
  if (!zoom) throw notConfigured('Zoom')
  const webinarId = task.webinarId ?? ''
  const id =
    task.externalId ??
    (await zoom.findWhere(webinarId, (emails) => findByHash(db, emails, task.addressHash)))
  if (!id) return 'Zoom does not know them.'
  if (task.task === 'delete') await zoom.remove(webinarId, id)
  else await zoom.cancel(webinarId, id)
  return task.task === 'delete' ? 'Zoom deleted the registrant.' : 'Zoom cancelled the seat.'
}

/** Which of some addresses a digest was made of. */
async function findByHash(db: Db, emails: string[], hash: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from unnest(${sql.param(emails)}::text[]) as email
    where greenroom_address_hash(email) = ${hash} limit 1`)
  return rows[0]?.email
}

async function withdrawAtMailerlite(
  db: Db,
  { mailerlite, now }: Context,
  task: ProviderTask,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!mailerlite) throw notConfigured('MailerLite')
  const { externalId } = task
  if (!externalId) return 'MailerLite never gave them a number.'
  await countCalls(db, 1, now)
  if (task.task === 'forget') {
    await mailerlite.forget(externalId, signal)
    return 'MailerLite was told to forget them.'
  }
  await mailerlite.unsubscribe(externalId, signal)
  return 'MailerLite unsubscribed the former address.'
}

function judge(task: ProviderTask, failure: unknown, now: Date): Error {
  if (failure instanceof GiveUp || failure instanceof TryLater) return failure
  if (task.provider === 'zoom') return outcomeOf(failure, now)
  if (failure instanceof MailerliteError && failure.fault === 'tooMany') {
    return new TryLater(failure.message, new Date(Date.now() + failure.retryAfter * 1000))
  }
  return failure as Error
}

/** Whether a provider says that whom it is to give up is not there any more. */
function isGone(failure: unknown): boolean {
  if (failure instanceof ZoomError) return failure.status === 404
  return failure instanceof MailerliteError && failure.fault === 'missing'
}
