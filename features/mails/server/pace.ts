import { setTimeout as wait } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#platform/db/open.ts'
import { preparedSql } from '#platform/db/prepared.ts'
import { GiveUp, queueTime, TryLater } from '#platform/jobs/run-job.ts'
import { isApproved } from './announcement-entries.ts'
import { InDoubt, noMoreForNow, PutOff } from './mailer.ts'
import { isUnpublished } from './record.ts'

/**
 * How fast mails to many people go: so many a second of all nodes together, slower for a while once the mail
 * server puts some off, and none while its quota is used up or it answers no mail. Afterwards one mail alone
 * finds out whether it takes them again; any mail that it accepts ends the pause at once. By the database's own clock, which all share.
 */

/** Slower by this with each trouble, and as fast as before again within seconds. */
const slowerBy = 2
const slowest = 16
const recoveryHalfLife = 5
/** What many mails under way meet at once is one trouble. */
const oneTroubleSeconds = 1

/** How long it is closed: twice as long each time that no mail was taken since. */
const firstPause = 30
const longestPause = 60 * 60
/** Trouble later than this after it opened is a new one. */
const forgetsPauseAfter = 60
/** What becomes of the one mail is waited for so long: a mail server that hangs is given up before. */
const probeSeconds = 40
/** A turn that was given back is had no later: others' have come meanwhile. */
const spareMs = 1000

/** A job waits no longer for its turn, lest it is taken for lost and done by another as well. */
const longestWait = 20

/** How long mails to a domain let others go first, after one of its mails began and was never answered. */
const hangingSeconds = 150

const now = sql`clock_timestamp()`
const seconds = (count: SQL) => sql`make_interval(secs => ${count})`

/** By how much slower than set it is at this moment. */
const slownessNow = sql`greatest(1, p.slowness / power(2,
  least(60, coalesce(extract(epoch from ${now} - p.slowed_at), 0) / ${sql.raw(String(recoveryHalfLife))})))`

/** Whether none was taken since it was closed: one mail alone goes, and the next once it fared well. */
export const isProbing = sql`exists (select from mail_pace p where p.id = 1 and p.closed_for > 0)`

/** Whether nobody's turn comes for now. */
export const isHeldBack = sql`exists (select from mail_pace p where p.id = 1
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
 * The next slot of the schedule that all nodes share: how many milliseconds it is off. Throws TryLater while
 * the mail server takes none, and where it is too far off.
 */
async function reserveTurn(db: Db, perSecond: number): Promise<Slot> {
  const [slot] = await reserve(db, { step: 1 / perSecond })
  if (slot) return slot
  const { closedUntil } = await readPace(db, perSecond)
  throw new TryLater('It is not its turn yet', closedUntil ?? queueTime(longestWait * 1000))
}

/**
 * What the mail server made of a mail: nothing where it took it. `before`: why its try before this one failed;
 * `begunAt`: when the try began, by `performance.now()`.
 */
export type Outcome = {
  mail: number
  at: Date
  before: string | null
  begunAt: number
  error?: unknown
}

/**
 * Keeps one node to the pace. A turn given back, since there was nobody to write to, is the next one's; what
 * became of mails is noted, of people's own as well.
 */
export function keepPace(db: Db, perSecond: () => number) {
  let spares: number[] = []
  let isOneAlone = false
  let acceptedAt = -Infinity
  let hungAt = -Infinity
  return {
    /** Whether a mail of an announcement lets others go first. Asks the database only after a mail hung here. */
    async isPostponed(mail: number, at: Date): Promise<boolean> {
      if (performance.now() - hungAt > hangingSeconds * 1000) return false
      const { rows } = await db.execute(sql`select from message_deliveries d
        where d.id = ${mail} and d.state = 'waiting' and ${letsOthersGoFirst(at)}`)
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
      if (isOneAlone) await passOn(db)
      else spares.push(performance.now())
    },
    async noteOutcome(outcome: Outcome) {
      const { error } = outcome
      if (error instanceof InDoubt) {
        hungAt = performance.now()
        // The mail server accepted another mail meanwhile, so only this recipient hangs.
        if (acceptedAt > outcome.begunAt) return
      }
      // Refused for good is an answer: it works.
      if (error !== undefined && !(error instanceof GiveUp)) return noteTrouble(db, outcome)
      acceptedAt = performance.now()
      const wasOneAlone = isOneAlone
      isOneAlone = false
      // `noteAnswered` has opened it for an accepted mail.
      if (error === undefined || !wasOneAlone) return
      await db.execute(sql`update mail_pace p set closed_for = 0, next_slot_at = ${now}
        where p.closed_for > 0 and p.closed_until <= ${now}`)
    },
  }
}

/** The turn of the one mail is another's: of it nothing is learned. */
async function passOn(db: Db): Promise<void> {
  await db.execute(sql`update mail_pace p set next_slot_at = ${now}
    where p.closed_for > 0 and p.closed_until <= ${now}`)
}

/** Whether mails `d` of announcements wait and are due, of which this holds. */
function othersWait(at: Date, condition: SQL): SQL {
  const moment = sql`${at.toISOString()}::timestamptz`
  return sql`exists (select from message_deliveries d join announcements a on a.id = d.announcement_id
    where d.state = 'waiting' and ${isApproved} and a.stopped_at is null and a.goes_at <= ${moment}
      and not ${isUnpublished(sql`a.event_id`, moment)} and ${condition})`
}

/**
 * Whether others of an announcement wait who were not put off so: they are to tell whether it is a quota, or the
 * full mailbox of whoever meets it again.
 */
async function canOthersTell(db: Db, { mail, at }: Outcome): Promise<boolean> {
  const others = sql`d.id <> ${mail} and not starts_with(coalesce(d.last_error, ''), ${noMoreForNow})`
  const { rows } = await db.execute(sql`select where ${othersWait(at, others)}`)
  return rows.length > 0
}

/**
 * Whether a mail `d` waits because the mail server never answered one to the same domain lately, and mails to
 * other domains have not been tried yet: a domain that hangs holds up no other.
 */
export function letsOthersGoFirst(at: Date): SQL {
  const since = new Date(at.getTime() - hangingSeconds * 1000).toISOString()
  const hangs = sql`split_part(d.email, '@', 2) in (select split_part(hung.email, '@', 2)
    from message_deliveries hung where hung.state = 'unknown' and hung.tried_at > ${since}::timestamptz)`
  return sql`(${hangs} and ${othersWait(at, sql`d.attempts = 0 and not ${hangs}`)})`
}

/** What a failure says of the mail server: that it wants less, or none for a while. */
async function noteTrouble(db: Db, outcome: Outcome): Promise<void> {
  const { error, before } = outcome
  if (error instanceof InDoubt) return close(db)
  if (!(error instanceof PutOff)) return
  const isMetAgain = before?.startsWith(noMoreForNow) ?? false
  if (error.isQuota && !(isMetAgain && (await canOthersTell(db, outcome)))) return close(db)
  await db.execute(sql`
    insert into mail_pace as p (id, next_slot_at, slowness, slowed_at) values (1, ${now}, ${slowerBy}, ${now})
    on conflict (id) do update set slowness = least(${slowest}, ${slowerBy} * ${slownessNow}), slowed_at = ${now}
    where p.slowed_at is null or p.slowed_at < ${now} - ${seconds(sql`${oneTroubleSeconds}`)}`)
  await passOn(db)
}

async function close(db: Db): Promise<void> {
  await db.execute(sql`
      insert into mail_pace as p (id, next_slot_at, closed_for, closed_until)
      values (1, ${now}, ${firstPause}, ${now} + ${seconds(sql`${firstPause}`)})
      on conflict (id) do update set (next_slot_at, closed_for, closed_until) = (
        select ${now}, pause, ${now} + ${seconds(sql`pause`)} from (select case
          when p.closed_for > 0 and p.closed_until > ${now} - ${seconds(sql`greatest(${forgetsPauseAfter}, 2 * p.closed_for)`)}
          then least(${longestPause}, 2 * p.closed_for) else ${firstPause} end as pause) next)
      where p.closed_until is null or p.closed_until <= ${now}`)
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
