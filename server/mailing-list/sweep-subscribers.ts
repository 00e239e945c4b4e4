import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { countWaitingJobs } from '#server/jobs/count-waiting-jobs.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { lacksJob } from '#server/jobs/lacks-job.ts'
import { hasAgreed, hasLeft } from './read-member.ts'

/** People looked at in one sweep, and told of at most: what the calls of half a minute suffice for. */
const portion = { people: 2000, due: 35 }

/**
 * Finds people whom MailerLite is not told of as they are, portion after portion: who agreed before it
 * was set, was imported for a further event or changed by an import, or whose job was lost with a copy
 * of the database. Who failed waits for somebody to say 'try again'.
 */
export async function sweepSubscribers(db: Db, jobs: Pick<Jobs, 'send'>, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into mailing_list_pace (id, next_slot_at)
      values (1, ${now.toISOString()}) on conflict do nothing`)
    const { rows: paces } = await tx.execute<{ swept: number }>(
      sql`select swept_user_id as swept from mailing_list_pace for update`,
    )
    const swept = paces[0]?.swept ?? 0
    const room = portion.due - (await countWaitingJobs(tx, 'sync-subscriber'))
    if (room <= 0) return
    const { rows: due } = await tx.execute<{ id: number }>(dueAfter(swept, room))
    const { rows: ends } = await tx.execute<{ id: number }>(sql`
      select id from users where id > ${swept} order by id limit 1 offset ${portion.people - 1}`)
    // With all of the portion told it goes on behind it, and at the end from the beginning.
    const next = due.length === room ? due.at(-1)!.id : (ends[0]?.id ?? 0)
    await tx.execute(sql`update mailing_list_pace set swept_user_id = ${next}`)
    await jobs.send(
      tx,
      'sync-subscriber',
      due.map(({ id }) => ({ userId: id })),
    )
  })
}

function dueAfter(swept: number, most: number) {
  return sql`select users.id
    from (select * from users where id > ${swept} order by id limit ${portion.people}) users
    left join mailing_list_members m on m.user_id = users.id
    where m.state is distinct from 'failed' and ${hasAgreed}
      and ${lacksJob('sync-subscriber', sql`users.id`)}
      and case when ${hasLeft} then m.state is distinct from 'left'
        else m.state is distinct from 'synced' or m.told_version <> date_trunc('milliseconds', users.updated_at)
          or (select count(*) from event_registrations r where r.user_id = users.id)
            <> (select count(*) from user_groups g
              where g.user_id = users.id and g.group_type = 'event') end
    order by users.id limit ${most}`
}
