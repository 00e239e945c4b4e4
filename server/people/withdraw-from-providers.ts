import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { cancelWebinarSeats } from './cancel-seats.ts'
import type { LockedPerson } from './lock-person.ts'
import { webinarSeatWaitMs } from './cancel-seats.ts'

type Erasure = { person: LockedPerson; erasureId: number; now: Date }

/**
 * Has Zoom delete the registrants of a person who is erased, and MailerLite forget the subscriber; what
 * was to be unsubscribed or cancelled for them before becomes that.
 */
export async function withdrawFromProviders(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  { person: { userId, addresses }, erasureId, now }: Erasure,
): Promise<void> {
  const among = sql`select greenroom_address_hash(a) from unnest(${sql.param(addresses)}::text[]) a`
  // Who was cancelled or unsubscribed there before is there still.
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
  // A try under way may still add them there.
  const startAfter = new Date(Date.now() + webinarSeatWaitMs)
  await jobs.send(
    tx,
    'tell-provider',
    earlier.map(({ id }) => ({ taskId: id })),
  )
  const { rows: syncing } = await tx.execute(sql`select from mailing_list_members
    where user_id = ${userId ?? 0} and state = 'syncing'`)
  await jobs.send(
    tx,
    'tell-provider',
    listed.map(({ id }) => ({ taskId: id })),
    syncing.length > 0 ? { startAfter } : {},
  )
  const { rows: registered } = await tx.execute<{ id: number }>(
    sql`select id from event_registrations where user_id = ${userId ?? 0}`,
  )
  const registrationIds = registered.map(({ id }) => id)
  await cancelWebinarSeats(tx, jobs, { registrationIds, task: 'delete', erasureId, now })
}
