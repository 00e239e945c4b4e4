import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { PutOff } from './mailer.ts'

/**
 * How fast mails to many people go: so many a second of all nodes together, slower for a while once the mail
 * server puts some off, and none while its quota is used up. By the database's own clock, which all share.
 */

/** Slower by this with each trouble, and as fast as before again within seconds. */
const slowerBy = 2
const slowest = 16
const recoveryHalfLife = 5
/** What many mails under way meet at once is one trouble. */
const oneTroubleSeconds = 1

/** How long a used-up quota is waited for: twice as long each time it is met anew. */
const firstPause = 30
const longestPause = 60 * 60
/** Met later than this after it opened, a quota is a new one. */
const forgetsPauseAfter = 60

/** A job waits no longer for its turn, lest it is taken for lost and done by another as well. */
const longestWait = 20

const now = sql`clock_timestamp()`
const seconds = (count: SQL) => sql`make_interval(secs => ${count})`

/** By how much slower than set it is at this moment. */
const slownessNow = sql`greatest(1, p.slowness / power(2,
  least(60, coalesce(extract(epoch from ${now} - p.slowed_at), 0) / ${sql.raw(String(recoveryHalfLife))})))`

const reserve = preparedSql<{ step: number }, { wait: number }>(
  'reserve_turn',
  ({ step }) => sql`
    insert into mail_pace as p (id, next_slot_at) values (1, ${now} + ${seconds(sql`${step}::float8`)})
    on conflict (id) do update set
      next_slot_at = greatest(p.next_slot_at, ${now}) + ${seconds(sql`${step}::float8 * ${slownessNow}`)}
      where (p.closed_until is null or p.closed_until <= ${now})
        and p.next_slot_at <= ${now} + ${seconds(sql.raw(String(longestWait)))}
    returning (extract(epoch from p.next_slot_at - ${now})
      - ${step}::float8 * ${slownessNow})::float8 * 1000 as wait`,
)

/**
 * The next slot of the schedule that all nodes share: how many milliseconds it is off. Throws TryLater while
 * the mail server takes none, and where it is too far off.
 */
async function reserveTurn(db: Db, perSecond: number): Promise<number> {
  const [slot] = await reserve(db, { step: 1 / perSecond })
  if (slot) return Math.max(0, slot.wait)
  const { closedUntil } = await readPace(db, perSecond)
  throw new TryLater('It is not its turn yet', closedUntil ?? queueTime(longestWait * 1000))
}

/** Keeps one node to the pace. A turn given back, since there was nobody to write to, is the next one's. */
export function keepPace(db: Db, perSecond: () => number) {
  let spare = 0
  return {
    async waitForTurn() {
      if (spare > 0) spare--
      else await wait(await reserveTurn(db, perSecond()), undefined, { ref: false })
    },
    giveBackTurn: () => void spare++,
  }
}

/** What a failure says of the mail server: that it wants less, or none for a while. */
export async function notePutOff(db: Db, error: unknown): Promise<void> {
  if (!(error instanceof PutOff)) return
  if (error.isQuota) {
    await db.execute(sql`
      insert into mail_pace as p (id, next_slot_at, closed_for, closed_until)
      values (1, ${now}, ${firstPause}, ${now} + ${seconds(sql`${firstPause}`)})
      on conflict (id) do update set (closed_for, closed_until) = (
        select pause, ${now} + ${seconds(sql`pause`)} from (select case
          when p.closed_until > ${now} - ${seconds(sql`greatest(${forgetsPauseAfter}, 2 * p.closed_for)`)}
          then least(${longestPause}, 2 * p.closed_for) else ${firstPause} end as pause) next)
      where p.closed_until is null or p.closed_until <= ${now}`)
    return
  }
  await db.execute(sql`
    insert into mail_pace as p (id, next_slot_at, slowness, slowed_at) values (1, ${now}, ${slowerBy}, ${now})
    on conflict (id) do update set slowness = least(${slowest}, ${slowerBy} * ${slownessNow}), slowed_at = ${now}
    where p.slowed_at is null or p.slowed_at < ${now} - ${seconds(sql`${oneTroubleSeconds}`)}`)
}

/** Mails a second at this moment, and until when there are none. */
export async function readPace(db: Db, perSecond: number) {
  const { rows } = await db.execute<{ slowness: number; closedUntil: Date | string | null }>(sql`
    select (${slownessNow})::float8 as slowness,
      case when p.closed_until > ${now} then p.closed_until end as "closedUntil"
    from mail_pace p where p.id = 1`)
  const { slowness = 1, closedUntil = null } = rows[0] ?? {}
  return { now: perSecond / slowness, closedUntil: closedUntil ? new Date(closedUntil) : null }
}
