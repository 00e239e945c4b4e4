import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { GiveUp, queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { isApproved } from './announcement-entries.ts'
import { InDoubt, noMoreForNow, PutOff } from './mailer.ts'
import { isUnpublished } from './record.ts'

/**
 * The sending rate of announcements, shared by all nodes. The rate falls for a while when the mail server
 * defers mails. Sending pauses while a quota is used up or the mail server does not reply; then one probe
 * mail tests the server, and any accepted mail ends the pause. Times are by the database's clock.
 */

/** Divide the rate by this factor on each error; it recovers within seconds. */
const slowdownFactor = 2
const slowest = 16
const recoveryHalfLife = 5
/** Errors of concurrent mails within this number of seconds count as one. */
const errorWindowSeconds = 1

/** Seconds of the first pause in sending; each further pause is twice as long, until a mail is accepted. */
const firstPause = 30
const longestPause = 60 * 60
/**
 * If the next error occurs more than this many seconds after a pause, the length of pauses starts at the initial value
 * again.
 */
const pauseResetSeconds = 60
/**
 * Seconds after which another mail is chosen to test the mail server, if the probe mail has no result. Timeouts of the
 * connection are shorter.
 */
const probeSeconds = 40
/** Milliseconds after which an unused time in the sending schedule expires and is not given to another mail. */
const spareMs = 1000

/**
 * Maximum seconds that a job waits for its time in the sending schedule. If it waited longer, the queue would consider
 * the job dead and start it again.
 */
const longestWait = 20

/**
 * Seconds for which mails to a domain are sent after all others, because the mail server did not respond to a mail to
 * this domain.
 */
const hangingSeconds = 150

const now = sql`clock_timestamp()`
const seconds = (count: SQL) => sql`make_interval(secs => ${count})`

/**
 * SQL for the factor by which announcements are sent slower than configured at the moment, because of errors; it
 * decreases with time.
 */
const slownessNow = sql`greatest(1, p.slowness / power(2,
  least(60, coalesce(extract(epoch from ${now} - p.slowed_at), 0) / ${sql.raw(String(recoveryHalfLife))})))`

/**
 * SQL condition (half-open): the pause is over, but no mail was accepted since. Send one probe mail, and resume when
 * the server accepts it.
 */
export const isProbing = sql`exists (select from mail_pace p where p.id = 1 and p.closed_for > 0)`

/**
 * SQL condition: the sending of announcements is paused, or one probe mail is testing whether the mail server works
 * again.
 */
export const isPaused = sql`exists (select from mail_pace p where p.id = 1
  and (p.closed_until > ${now} or p.closed_for > 0 and p.next_slot_at > ${now}))`

type Slot = { wait: number; isProbe: boolean }

const reserve = preparedSql<{ step: number }, Slot>('reserve_turn', ({ step }) => {
  const length = sql`(case when p.closed_for > 0 then ${sql.raw(String(probeSeconds))}
    else ${step}::float8 * ${slownessNow} end)`
  return sql`
    insert into mail_pace as p (id, next_slot_at) values (1, ${now} + ${seconds(sql`${step}::float8`)})
    on conflict (id) do update set next_slot_at = greatest(p.next_slot_at, ${now}) + ${seconds(length)}
      where (p.closed_until is null or p.closed_until <= ${now})
        and p.next_slot_at <= ${now} + ${seconds(sql.raw(String(longestWait)))}
    returning (extract(epoch from p.next_slot_at - ${now}) - ${length})::float8 * 1000 as wait,
      p.closed_for > 0 as "isProbe"`
})

/**
 * Reserves the next slot of the sending schedule that all nodes share; `wait` is in milliseconds from now.
 * Throws TryLater during a pause, and if the slot is more than `longestWait` away.
 */
async function reserveTurn(db: Db, perSecond: number): Promise<Slot> {
  const [slot] = await reserve(db, { step: 1 / perSecond })
  if (slot) return slot
  const { closedUntil } = await readPace(db, perSecond)
  throw new TryLater('It is not its turn yet', closedUntil ?? queueTime(longestWait * 1000))
}

/**
 * Result of an attempt to send a mail; without `error`, the mail server accepted it. `before` is the error of the
 * previous attempt; `begunAt` the start of this one by `performance.now()`.
 */
export type Outcome = {
  mail: number
  at: Date
  before: string | null
  begunAt: number
  error?: unknown
}

/**
 * Limits the rate at which announcements are sent. All nodes share one schedule of send times; a mail that does not
 * need its send time passes it on to the next mail. Errors of the mail server lower the rate, and accepted mails of any
 * kind raise it again.
 */
export function keepPace(db: Db, perSecond: () => number) {
  let spares: number[] = []
  let isOneAlone = false
  let acceptedAt = -Infinity
  let hungAt = -Infinity
  return {
    /**
     * Returns whether a mail of an announcement has low priority. Queries the database only if the mail
     * server recently left a mail of this node without a reply.
     */
    async isPostponed(mail: number, at: Date): Promise<boolean> {
      if (performance.now() - hungAt > hangingSeconds * 1000) return false
      const { rows } = await db.execute(sql`select from outbox_entries d
        where d.id = ${mail} and d.state = 'waiting' and ${hasLowPriority(at)}`)
      return rows.length > 0
    },
    async waitForTurn() {
      const given = performance.now() - spareMs
      spares = spares.filter((at) => at > given)
      if (spares.pop() !== undefined) return
      const slot = await reserveTurn(db, perSecond())
      isOneAlone = slot.isProbe
      if (slot.wait > 0) await wait(slot.wait, undefined, { ref: false })
    },
    async giveBackTurn() {
      if (isOneAlone) await passProbe(db)
      else spares.push(performance.now())
    },
    async noteOutcome(outcome: Outcome) {
      const { error } = outcome
      if (error instanceof InDoubt) {
        hungAt = performance.now()
        // The server has accepted another mail meanwhile, so it works. Only mails to this recipient's domain get no
        // response.
        if (acceptedAt > outcome.begunAt) return
      }
      // A permanent rejection is also a reply, so the mail server works.
      if (error !== undefined && !(error instanceof GiveUp)) return slowDown(db, outcome)
      acceptedAt = performance.now()
      const wasOneAlone = isOneAlone
      isOneAlone = false
      // A rejected probe mail proves that the mail server responds, so end the pause. For an accepted one,
      // `noteAnswered` in record.ts has done so.
      if (error === undefined || !wasOneAlone) return
      await db.execute(sql`update mail_pace p set closed_for = 0, next_slot_at = ${now}
        where p.closed_for > 0 and p.closed_until <= ${now}`)
    },
  }
}

/** Chooses another mail as the probe that tests the mail server, because the present one brought no result. */
async function passProbe(db: Db): Promise<void> {
  await db.execute(sql`update mail_pace p set next_slot_at = ${now}
    where p.closed_for > 0 and p.closed_until <= ${now}`)
}

/** SQL: the outbox contains at least one due mail `d` of an approved announcement that meets the condition. */
function otherMailsWait(at: Date, condition: SQL): SQL {
  const moment = sql`${at.toISOString()}::timestamptz`
  return sql`exists (select from outbox_entries d join announcements a on a.id = d.announcement_id
    where d.state = 'waiting' and ${isApproved} and a.stopped_at is null and a.goes_at <= ${moment}
      and not ${isUnpublished(sql`a.event_id`, moment)} and ${condition})`
}

/**
 * Returns whether mails of announcements wait that the server has not deferred for a quota. Sending them will show
 * whether the server's quota is used up or only one recipient's mailbox is full.
 */
async function canOtherMailsProbe(db: Db, { mail, at }: Outcome): Promise<boolean> {
  const others = sql`d.id <> ${mail} and not starts_with(coalesce(d.last_error, ''), ${noMoreForNow})`
  const { rows } = await db.execute(sql`select where ${otherMailsWait(at, others)}`)
  return rows.length > 0
}

/**
 * SQL: the mail `d` has low priority, because the mail server recently did not reply to a mail to the same
 * domain, and untried mails to other domains wait. One hanging domain thus does not delay the others.
 */
export function hasLowPriority(at: Date): SQL {
  const since = new Date(at.getTime() - hangingSeconds * 1000).toISOString()
  const hangs = sql`split_part(d.email, '@', 2) in (select split_part(hung.email, '@', 2)
    from outbox_entries hung where hung.state = 'unknown' and hung.tried_at > ${since}::timestamptz)`
  return sql`(${hangs} and ${otherMailsWait(at, sql`d.attempts = 0 and not ${hangs}`)})`
}

/** After a failed attempt, reduces the sending rate or starts a pause, depending on the error. */
async function slowDown(db: Db, outcome: Outcome): Promise<void> {
  const { error, before } = outcome
  if (error instanceof InDoubt) return close(db)
  if (!(error instanceof PutOff)) return
  const isMetAgain = before?.startsWith(noMoreForNow) ?? false
  if (error.isQuota && !(isMetAgain && (await canOtherMailsProbe(db, outcome)))) return close(db)
  await db.execute(sql`
    insert into mail_pace as p (id, next_slot_at, slowness, slowed_at) values (1, ${now}, ${slowdownFactor}, ${now})
    on conflict (id) do update set slowness = least(${slowest}, ${slowdownFactor} * ${slownessNow}), slowed_at = ${now}
    where p.slowed_at is null or p.slowed_at < ${now} - ${seconds(sql`${errorWindowSeconds}`)}`)
  await passProbe(db)
}

async function close(db: Db): Promise<void> {
  await db.execute(sql`
      insert into mail_pace as p (id, next_slot_at, closed_for, closed_until)
      values (1, ${now}, ${firstPause}, ${now} + ${seconds(sql`${firstPause}`)})
      on conflict (id) do update set (next_slot_at, closed_for, closed_until) = (
        select ${now}, pause, ${now} + ${seconds(sql`pause`)} from (select case
          when p.closed_for > 0 and p.closed_until > ${now} - ${seconds(sql`greatest(${pauseResetSeconds}, 2 * p.closed_for)`)}
          then least(${longestPause}, 2 * p.closed_for) else ${firstPause} end as pause) next)
      where p.closed_until is null or p.closed_until <= ${now}`)
}

/** Returns the current mails per second, and until when sending is paused. */
export async function readPace(db: Db, perSecond: number) {
  const { rows } = await db.execute<{ slowness: number; closedUntil: Date | string | null }>(sql`
    select (${slownessNow})::float8 as slowness,
      case when p.closed_until > ${now} then p.closed_until end as "closedUntil"
    from mail_pace p where p.id = 1`)
  const { slowness = 1, closedUntil = null } = rows[0] ?? {}
  return { now: perSecond / slowness, closedUntil: closedUntil ? new Date(closedUntil) : null }
}
