import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import type { JobSender } from '#platform/jobs/jobs.ts'
import { GiveUp, queueTime, TryLater, type Attempt } from '#platform/jobs/run-job.ts'
import { countWaitingJobs, lacksJob } from '#platform/jobs/waiting-jobs.ts'
import { isPublishedAt } from '#schema/events.ts'
import { mailingListGroups, mailingListMembers } from '#schema/newsletter.ts'
import { hasAgreed, hasLeft } from './consents.ts'
import { MailerliteError } from './mailerlite-client.ts'
import { pauseSchedule, reserveRateSlot } from './reserve-rate-slot.ts'
import {
  digestOf,
  readMember,
  type Member,
  saveSubscriber,
  type SaveContext,
  unsubscribeMember,
} from './subscriber.ts'

/** Milliseconds after which an unfinished attempt counts as crashed; an attempt cannot take as long. */
const tryMs = 60_000
/**
 * Milliseconds for which all calls to MailerLite pause after one with an invalid API key, because every call
 * would fail.
 */
const closedMs = 60_000

type Changes = Partial<typeof mailingListMembers.$inferInsert>

function noteMember(db: Db, userId: number, changes: Changes) {
  return db.update(mailingListMembers).set(changes).where(eq(mailingListMembers.userId, userId))
}

/**
 * Syncs one person's current state to MailerLite: consent, name and events, or their unsubscription. Does
 * nothing if MailerLite is up to date. Throws errors by which the queue retries or gives up.
 */
export async function syncSubscriber(
  db: Db,
  context: Omit<SaveContext, 'signal'>,
  userId: number,
  attempt: Attempt,
): Promise<void> {
  const { now } = context
  const member = await readMember(db, userId, now)
  // People who never opted in are not added to MailerLite, not even as unsubscribed.
  if (!member?.hasAgreed) return
  if (!(await needsSync(db, member, context.membersGroup))) return
  await reserveRateSlot(db, { userId, slotAt: member.row?.slotAt }, now)
  await beginAttempt(db, member, now)
  try {
    const whole = { ...context, signal: attempt.signal }
    if (member.hasLeft) await unsubscribeMember(db, whole, member)
    else await saveSubscriber(db, whole, member)
  } catch (error) {
    const outcome = await judge(db, member, error, now)
    const isOver = outcome instanceof GiveUp || (attempt.isLast && !(outcome instanceof TryLater))
    await noteMember(db, userId, {
      state: isOver ? 'failed' : 'waiting',
      lastError: outcome.message,
    })
    throw outcome
  }
}

async function needsSync(db: Db, member: Member, membersGroup: string | undefined) {
  const { row, userId, version } = member
  if (member.hasLeft) return row?.state !== 'left'
  const isTold = row?.told === digestOf(member, membersGroup)
  // In the state `syncing`, another attempt is running or was interrupted. What MailerLite has is then unknown, so
  // update it.
  if (!isTold || row.state === 'left' || row.state === 'syncing') return true
  await noteMember(db, userId, { state: 'synced', toldVersion: version, lastError: null })
  return false
}

/**
 * Begins an attempt to update a person at MailerLite. Only one attempt per person runs on all nodes, so that the latest
 * state arrives last. If another one is running or has changed the row meanwhile, throws TryLater.
 */
async function beginAttempt(db: Db, member: Member, now: Date) {
  const { userId, row } = member
  const table = mailingListMembers
  const started = await db
    .update(table)
    .set({
      state: 'syncing',
      triedAt: now,
      attempts: sql`${table.attempts} + 1`,
      // An unsubscription changes what MailerLite has. Delete the hash of the last update, whether or not the attempt
      // succeeds.
      ...(member.hasLeft && { told: null }),
    })
    .where(
      and(
        eq(table.userId, userId),
        eq(table.attempts, row?.attempts ?? 0),
        eq(table.state, row?.state ?? 'waiting'),
        or(ne(table.state, 'syncing'), lt(table.triedAt, new Date(now.getTime() - tryMs))),
      ),
    )
    .returning({ userId: table.userId })
  if (started.length > 0) return
  throw new TryLater('MailerLite is being told already', queueTime(2_000))
}

/**
 * Returns the error by which the queue retries the sync or gives up; pauses all calls after some errors of
 * MailerLite.
 */
async function judge(
  db: Db,
  { registered, row }: Member,
  error: unknown,
  now: Date,
): Promise<Error> {
  if (!(error instanceof MailerliteError)) return error as Error
  const { fault, message, retryAfter, fields } = error
  if (fault === 'tooMany') {
    const until = new Date(now.getTime() + retryAfter * 1000)
    await pauseSchedule(db, until)
    return new TryLater(message, queueTime(retryAfter * 1000))
  }
  if (fault === 'unauthenticated') await pauseSchedule(db, new Date(now.getTime() + closedMs))
  if (fault !== 'invalid') return error
  if (!fields.some((name) => name.startsWith('groups'))) return new GiveUp(message)
  // An unknown group was deleted at MailerLite. Forget its id, so that the retry creates the group, unless the last
  // attempt failed for the same reason.
  if (registered.length === 0 || row?.lastError === message) return new GiveUp(message)
  const ids = registered.map(({ id }) => id)
  await db.delete(mailingListGroups).where(inArray(mailingListGroups.eventId, ids))
  return error
}

/**
 * Maximum numbers of people to check and to queue in one run. 35 updates are as many as MailerLite accepts in the half
 * minute between two runs.
 */
const sweepPortion = { people: 2000, due: 35 }

/**
 * Queues updates of people whose state at MailerLite is outdated; each call checks the next 2,000 people. They opted in
 * before MailerLite was configured, an import changed them, or a restored backup lost their job. People whose update
 * failed wait for 'Try again'.
 */
export async function sweepSubscribers(db: Db, jobs: JobSender, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into mailing_list_pace (id, next_slot_at)
      values (1, ${now.toISOString()}) on conflict do nothing`)
    const { rows: paces } = await tx.execute<{ swept: number }>(
      sql`select swept_user_id as swept from mailing_list_pace for update`,
    )
    const swept = paces[0]?.swept ?? 0
    const room = sweepPortion.due - (await countWaitingJobs(tx, 'sync-subscriber'))
    if (room <= 0) return
    const { rows: due } = await tx.execute<{ id: number }>(dueAfter(swept, room, now))
    const { rows: ends } = await tx.execute<{ id: number }>(sql`
      select id from users where id > ${swept} order by id limit 1 offset ${sweepPortion.people - 1}`)
    // Store where the next run continues: after the last queued person if the queue is full, otherwise after the last
    // checked person. After the last person of all, it starts from the beginning.
    const next = due.length === room ? due.at(-1)!.id : (ends[0]?.id ?? 0)
    await tx.execute(sql`update mailing_list_pace set swept_user_id = ${next}`)
    await jobs.send(
      tx,
      'sync-subscriber',
      due.map(({ id }) => ({ userId: id })),
    )
  })
}

function dueAfter(swept: number, most: number, now: Date) {
  return sql`select users.id
    from (select * from users where id > ${swept} order by id limit ${sweepPortion.people}) users
    left join mailing_list_members m on m.user_id = users.id
    where m.state is distinct from 'failed' and ${hasAgreed}
      and ${lacksJob('sync-subscriber', sql`users.id`)}
      and case when ${hasLeft} then m.state is distinct from 'left'
        else m.state is distinct from 'synced' or m.told_version <> date_trunc('milliseconds', users.updated_at)
          or (select count(*) from event_registrations r join events on events.id = r.event_id
              where r.user_id = users.id and ${isPublishedAt(now)})
            <> (select count(*) from user_groups g
              where g.user_id = users.id and g.group_type = 'event') end
    order by users.id limit ${most}`
}
