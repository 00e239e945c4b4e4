import type { Db } from '#server/db/open.ts'
import { preparedSql } from '#server/db/prepared.ts'
import { sql } from 'drizzle-orm'
import { readNotifications, type NotificationRow } from './read-matters.ts'

/** A mail whose try has begun, with what it is to tell: nothing where there is no more to do. */
export type BegunMail = {
  /** A try before this one was cut off after the mail was handed over. */
  mayHaveArrived: boolean
  rows: NotificationRow[]
}

/** What is sent in one mail shares its fate from the beginning of a try on. */
const begin = preparedSql<
  { mails: number[]; now: string },
  { mail: number; mayHaveArrived: boolean }
>(
  'begin_mails',
  (of) => sql`
    with open as (
      select d.id, d.state, d.handed_over_at,
        case when d.carried_by = any(${of.mails}::int[]) then d.carried_by else d.id end as mail
      from message_deliveries d
      where (d.id = any(${of.mails}::int[]) or d.carried_by = any(${of.mails}::int[]))
        and d.state in ('waiting', 'sending')
      order by d.id for update),
    begun as (
      update message_deliveries d set state = 'sending', tried_at = ${of.now}::timestamptz,
        attempts = d.attempts + 1, handed_over_at = null
      from open where d.id = open.id)
    select mail, bool_or(state = 'sending' and handed_over_at is not null) as "mayHaveArrived"
    from open group by mail`,
)

async function beginAll(db: Db, mails: number[], now: Date): Promise<Map<number, BegunMail>> {
  const begun = await begin(db, { mails, now: now.toISOString() })
  if (begun.length === 0) return new Map()
  const found = await readNotifications(
    db,
    begun.map(({ mail }) => mail),
  )
  return new Map(
    begun.map(({ mail, mayHaveArrived }) => {
      const rows = found.get(mail)!.filter(({ outboxEntry }) => outboxEntry.state === 'sending')
      return [mail, { mayHaveArrived, rows }]
    }),
  )
}

/** Begins the tries of all mails that are taken up in the same moment with two statements. */
export function createMailBeginner(db: Db, clock: { now(): Date }) {
  let asked: number[] = []
  let beginning: Promise<Map<number, BegunMail>> | undefined

  function beginAsked() {
    const mails = asked
    asked = []
    beginning = undefined
    return beginAll(db, mails, clock.now())
  }

  return async (mail: number): Promise<BegunMail | undefined> => {
    asked.push(mail)
    beginning ??= new Promise((resolve) => setImmediate(resolve)).then(beginAsked)
    return (await beginning).get(mail)
  }
}
