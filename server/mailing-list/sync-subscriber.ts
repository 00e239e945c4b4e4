import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { mailingListGroups, mailingListMembers } from '#server/db/tables/mailing-list.ts'
import { GiveUp, TryLater } from '#server/jobs/outcomes.ts'
import type { Attempt } from '#server/jobs/run-job.ts'
import { MailerliteError } from './mailerlite-error.ts'
import { digestOf, readMember, type Member } from './read-member.ts'
import { saveSubscriber, type SaveContext } from './save-subscriber.ts'
import { closeSchedule, realTime, reserveRateSlot } from './take-slot.ts'
import { unsubscribeMember } from './unsubscribe-member.ts'

/** Longer than a try can take: a process that began one before is dead. */
const tryMs = 60_000
/** With a wrong key every call fails: the others need not find out by themselves. */
const closedMs = 60_000

type Changes = Partial<typeof mailingListMembers.$inferInsert>

function note(db: Db, userId: number, changes: Changes) {
  return db.update(mailingListMembers).set(changes).where(eq(mailingListMembers.userId, userId))
}

/**
 * Tells the mailing list of one person what the rows say now: that they agreed, their name and events,
 * or that they left. Nothing new is not told. Throws where the queue is to try again or to give up.
 * Specification, "Mailing list".
 */
export async function syncSubscriber(
  db: Db,
  context: Omit<SaveContext, 'signal'>,
  userId: number,
  attempt: Attempt,
): Promise<void> {
  const { now } = context
  const member = await readMember(db, userId)
  // Nobody is told of anybody who never agreed, not even that they left.
  if (!member?.hasAgreed) return
  if (!(await hasNews(db, member, context.membersGroup))) return
  await reserveRateSlot(db, { userId, slotAt: member.row?.slotAt }, now)
  await begin(db, member, now)
  try {
    const whole = { ...context, signal: attempt.signal }
    if (member.hasLeft) await unsubscribeMember(db, whole, member)
    else await saveSubscriber(db, whole, member)
  } catch (error) {
    const outcome = await judge(db, member, error, now)
    const isOver = outcome instanceof GiveUp || (attempt.isLast && !(outcome instanceof TryLater))
    await note(db, userId, { state: isOver ? 'failed' : 'waiting', lastError: outcome.message })
    throw outcome
  }
}

async function hasNews(db: Db, member: Member, membersGroup: string | undefined) {
  const { row, userId, version } = member
  if (member.hasLeft) return row?.state !== 'left'
  const isTold = row?.told === digestOf(member, membersGroup)
  // Under way, or cut off: what it tells is not known to be this.
  if (!isTold || row.state === 'left' || row.state === 'syncing') return true
  await note(db, userId, { state: 'synced', toldVersion: version, lastError: null })
  return false
}

/**
 * One try for a person at a time, on all nodes: an older state must not arrive last. Who was told since
 * this try read is read anew by the next one, whether that began after the reading or ended after it.
 */
async function begin(db: Db, { userId, hasLeft, row }: Member, now: Date) {
  const table = mailingListMembers
  const started = await db
    .update(table)
    .set({
      state: 'syncing',
      triedAt: now,
      attempts: sql`${table.attempts} + 1`,
      // Whatever comes of it: afterwards they are not there as they were told.
      ...(hasLeft && { told: null }),
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
  throw new TryLater('MailerLite is being told already', new Date(Date.now() + 2_000))
}

/** What an error means for the queue. */
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
    await closeSchedule(db, until)
    return new TryLater(message, realTime(until, now))
  }
  if (fault === 'unauthenticated') await closeSchedule(db, new Date(now.getTime() + closedMs))
  if (fault !== 'invalid') return error
  if (!fields.some((name) => name.startsWith('groups'))) return new GiveUp(message)
  // A group was deleted there: it is looked for, and made, once more, unless that was tried just now.
  if (registered.length === 0 || row?.lastError === message) return new GiveUp(message)
  const ids = registered.map(({ id }) => id)
  await db.delete(mailingListGroups).where(inArray(mailingListGroups.eventId, ids))
  return error
}
