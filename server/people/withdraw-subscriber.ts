import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'

/** Has the mailing list unsubscribe an address that a person leaves; what it knew is told it anew. */
export async function withdrawSubscriber(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  userId: number,
): Promise<void> {
  const { rows } = await tx.execute<{ taskId: number }>(sql`
    insert into provider_tasks (provider, task, external_id, address_hash)
    select 'mailerlite', 'unsubscribe', m.subscriber_id, greenroom_address_hash(u.email)
    from mailing_list_members m join users u on u.id = m.user_id
    where m.user_id = ${userId} and m.subscriber_id is not null
    returning id as "taskId"`)
  await jobs.send(tx, 'tell-provider', rows)
  await tx.execute(sql`update mailing_list_members
    set subscriber_id = null, told = null, told_version = null, state = 'waiting', last_error = null
    where user_id = ${userId}`)
  await tx.execute(sql`delete from user_groups where user_id = ${userId}
    and group_type in ('members', 'event')`)
}
